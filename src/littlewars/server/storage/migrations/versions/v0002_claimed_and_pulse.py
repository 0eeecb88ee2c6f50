"""Seats that somebody has taken, with a secret of his own; a pulse that tells whether the database can be written."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One more column (of old battles nobody knows), and a row to write on."""
    op.add_column("seats", sa.Column("claimed", sa.Boolean, nullable=False, server_default=sa.false()))
    pulse = op.create_table(
        "pulse",
        sa.Column("beats", sa.Integer, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("beats", name="pk_pulse"),
    )
    op.bulk_insert(pulse, [{"beats": 0}])


def downgrade() -> None:
    """As before."""
    op.drop_table("pulse")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("claimed")
