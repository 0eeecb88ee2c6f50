"""The tables: battles, their seats, the lines of their journals, and what was said beside; and a pulse."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Integer, LargeBinary, MetaData, String, Table, Text, false

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

games = Table(
    "games",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("system", String(60), nullable=False),
    Column("title", Text, nullable=False),
    Column("created", String(40), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("result", LargeBinary),  # JSON, once it is over
    Column("beside", LargeBinary),  # JSON: orders under way, standing answers, clocks; no part of the game
)

seats = Table(
    "seats",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("side", String(120), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", String(60), nullable=False),
    Column("token", String(64), nullable=False),  # SHA-256 of the secret; "" for bots
    Column("claimed", Boolean, nullable=False, server_default=false()),  # somebody has taken it, with a secret of his own
)

lines = Table(
    "lines",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("side", String(120), nullable=False),
    Column("text", Text, nullable=False),
)

pulse = Table("pulse", metadata, Column("beats", Integer, primary_key=True, autoincrement=False))  # one row: is it written?
