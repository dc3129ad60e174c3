"""One round of blackjack as facts: what is allowed, command to events, events to state, who is owed what."""
