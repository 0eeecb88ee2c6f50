"""Covering fire: where on a path it may answer, and the answer."""
