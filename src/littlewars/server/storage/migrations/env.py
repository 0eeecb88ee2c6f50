"""Run by Alembic: steps go over the connection that `storage.migrate` hands in."""

from __future__ import annotations

from alembic import context

from littlewars.server.storage.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
