"""The palette: everything can be read, and sides are told apart by whoever sees fewer colours, too."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist

import pytest

from tests.web.tables import ROOT

TOKENS = (ROOT / "web" / "src" / "styles" / "tokens.css").read_text()
SIDES = [f"s{number}" for number in range(8)]
APART = 25.0  # in CIE Lab, for every pair
PLATES = ("paper", "paper-1", "paper-2")
Row = tuple[float, float, float]

# how colours look to people who lack a kind of cone (Machado, Oliveira and Fernandes 2009, severity 1), on linear light
EYES: dict[str, tuple[Row, Row, Row]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def palette(theme: str) -> dict[str, str]:
    dark, light = TOKENS.split(':root[data-theme="light"]')
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", dark))
    return found if theme == "dark" else found | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light))


def linear(colour: str) -> Row:
    def light(at: int) -> float:
        value = int(colour[at : at + 2], 16) / 255
        return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)

    return light(1), light(3), light(5)


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    dim, bright = sorted((luminance(one), luminance(two)))
    return (bright + 0.05) / (dim + 0.05)


def seen(colour: str, eyes: str) -> Row:
    """In CIE Lab, as these eyes see it."""
    light = linear(colour)
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in EYES[eyes])
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883

    def root(value: float) -> float:
        return float(value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116)

    return 116 * root(y) - 16, 500 * (root(x) - root(y)), 200 * (root(y) - root(z))


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("eyes", EYES)
def test_sides_are_told_apart(theme: str, eyes: str) -> None:
    colours = palette(theme)
    near = {(a, b): dist(seen(colours[a], eyes), seen(colours[b], eyes)) for a, b in combinations(SIDES, 2)}
    assert {pair: round(far, 1) for pair, far in near.items() if far < APART} == {}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_everything_can_be_read(theme: str) -> None:
    colours = palette(theme)
    wanted = {
        "ink": 7.0,
        "ink-2": 4.5,
        "ink-3": 3.0,
        "brass": 4.5,
        "good": 4.5,
        "bad": 4.5,
        "warn": 4.5,
        "ice": 4.5,
        "target": 4.5,
    }
    wanted |= dict.fromkeys(SIDES, 3.0)  # signs, no text
    found = {
        (ink, plate): round(contrast(colours[ink], colours[plate]), 2)
        for ink, least in wanted.items()
        for plate in PLATES
        if contrast(colours[ink], colours[plate]) < least
    }
    assert found == {}
    assert contrast(colours["brass-ink"], colours["brass"]) >= 4.5
