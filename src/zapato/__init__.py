"""zapato: blackjack, exactly."""
