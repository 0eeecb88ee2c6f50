"""Seats that somebody has taken, with a secret of his own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One more column; of old battles nobody knows."""
    op.add_column("seats", sa.Column("claimed", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """As before."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("claimed")
