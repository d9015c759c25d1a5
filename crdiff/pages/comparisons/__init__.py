"""Two texts side by side: editions, any two releases, an old release and the newest."""
