"""Forces are mustered as in Defiance."""

from littlewars.systems.defiance.roster.muster import FORM, check, cost, notes

__all__ = ["FORM", "check", "cost", "notes"]
