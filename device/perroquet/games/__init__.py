"""Pure rules, one folder a game. Registering a game is one line here."""
