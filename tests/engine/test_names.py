"""Names and lengths in texts."""

from __future__ import annotations

from littlewars.engine.measures import Measure
from littlewars.engine.names import Names, length, place, ref


def test_lengths_and_places_are_told_as_people_measure_at_the_table() -> None:
    names = Names({"gun": "Heavy Weapons Team"})
    text = f"{ref('gun')} goes {length(4000)} to {place((12_000, 3400))}"
    assert names(text) == "Heavy Weapons Team goes 4″ to 12.0, 3.4"
    names.measure = Measure("cm", 2, " cm")
    assert names(text) == "Heavy Weapons Team goes 8 cm to 24.0, 6.8"
