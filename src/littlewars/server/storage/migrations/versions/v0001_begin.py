"""Battles, seats, lines and chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("system", sa.String(60), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("created", sa.String(40), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("result", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("side", sa.String(120), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.String(60), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game"),
        sa.PrimaryKeyConstraint("game", "side", name="pk_seats"),
    )
    op.create_table(
        "lines",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("n", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_lines_game"),
        sa.PrimaryKeyConstraint("game", "n", name="pk_lines"),
    )
    op.create_table(
        "chat",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("n", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("side", sa.String(120), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_chat_game"),
        sa.PrimaryKeyConstraint("game", "n", name="pk_chat"),
    )


def downgrade() -> None:
    """Take the tables away."""
    for name in ("chat", "lines", "seats", "games"):
        op.drop_table(name)
