"""How Alembic runs here: on a connection that the store hands over, never from a configuration file."""

from alembic import context

from zapato.server.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
