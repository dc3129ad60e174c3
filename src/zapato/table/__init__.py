"""One table: seats, the shoe's life, the betting window, the round in play, deadlines as ticks. Pure: time and entropy are handed in."""
