"""Deployment, orders, recovery, the end; which step comes next."""
