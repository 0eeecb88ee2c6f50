"""The server: games that people and bots play together, over HTTP and WebSockets, kept in a database."""
