"""Case files: rule tests that a gamer can read. A scenario, scripted dice, answers, and what must be true afterwards."""

from .reading import Case, CaseError, CaseStep, load, parse
from .running import CaseReport, run
from .saving import save

__all__ = ["Case", "CaseError", "CaseReport", "CaseStep", "load", "parse", "run", "save"]
