"""Tests of AT-43."""
