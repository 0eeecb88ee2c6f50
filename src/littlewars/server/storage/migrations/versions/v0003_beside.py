"""What is kept beside a battle's journal: orders under way, standing answers, clocks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One more column; old battles have nothing there."""
    op.add_column("games", sa.Column("beside", sa.LargeBinary))


def downgrade() -> None:
    """As before."""
    with op.batch_alter_table("games") as games:
        games.drop_column("beside")
