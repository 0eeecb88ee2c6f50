"""The two scales: inches for 30mm figures, doubled and in centimetres for 15mm ones (defiance.scale.*).

The engine computes in thousandths of a rule inch; scenarios and cards speak the scale of their game.
"""

from __future__ import annotations

from littlewars.engine.measures import INCHES, Measure

SCALES = {"30mm": INCHES, "15mm": Measure("cm", 2, " cm")}  # defiance.scale.default-30mm, defiance.scale.15mm-conversion


def format_length(thousandths: float, scale: str = "30mm") -> str:
    """A distance with its unit: 5″, or 10 cm."""
    return SCALES[scale].text(thousandths)
