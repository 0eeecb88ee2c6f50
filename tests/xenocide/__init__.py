"""Tests of Xenocide: Firefight."""
