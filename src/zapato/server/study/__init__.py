"""The study pages: rules, strategy, house edge and trainer, rendered here and readable without a script; their figures as data."""
