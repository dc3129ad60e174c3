"""The hall: a task and a bounded mailbox per table, the lobby, purses; asks the outside through ports."""
