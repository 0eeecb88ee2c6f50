"""A roster sheet: one standalone page of HTML to print, with a card for each unit. Everything in it is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

import msgspec

from .bill import BillLine, ModelBill

Pair = tuple[str, str]


class Tick(msgspec.Struct, frozen=True):
    """A row of boxes to tick in play; `marks` are the boxes (1 = first) that mean something, `hint` says what."""

    label: str
    boxes: int
    marks: tuple[int, ...] = ()
    hint: str = ""


class Row(msgspec.Struct, frozen=True):
    """One kind of model on a card: what it costs, and what there is to know of it."""

    bill: ModelBill
    stats: tuple[Pair, ...] = ()
    weapons: tuple[tuple[str, ...], ...] = ()
    notes: tuple[Pair, ...] = ()
    spells: tuple[tuple[str, str, str], ...] = ()
    ticks: tuple[Tick, ...] = ()


class UnitSheet(msgspec.Struct, frozen=True):
    """One unit."""

    name: str
    tags: tuple[str, ...]
    cost: str
    rows: tuple[Row, ...]
    ticks: tuple[Tick, ...] = ()


class Sheet(msgspec.Struct, frozen=True):
    """A whole force."""

    title: str
    subtitle: str
    total: str
    cards: tuple[UnitSheet, ...]
    weapon_heads: tuple[str, ...] = ("Weapon", "Die", "Range", "Fires to", "Remarks")
    warnings: tuple[str, ...] = ()
    footer: str = ""
    about: str = ""  # what the rulebook is


STYLE = """
:root { --ink: #1d2326; --soft: #5d686d; --line: #cfd6d2; --paper: #fbfaf6; --card: #fff; --accent: #2f5d50; --tint: #eef3ef; }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem; background: var(--paper); color: var(--ink);
  font: 15px/1.4 "Source Sans 3", "Segoe UI", system-ui, sans-serif; }
header { display: flex; justify-content: space-between; align-items: end; gap: 1rem; border-bottom: 3px solid var(--accent);
  padding-bottom: .6rem; margin: 0 auto 1.2rem; max-width: 72rem; }
h1 { font: 600 1.9rem/1.1 Georgia, "Iowan Old Style", serif; margin: 0; }
h2 { font: 600 1.2rem/1.2 Georgia, "Iowan Old Style", serif; margin: 0; }
h3 { font-size: 1rem; margin: 0; }
.sub, .tag, footer { color: var(--soft); }
.total { font-size: 1.25rem; font-weight: 600; white-space: nowrap; }
main { max-width: 72rem; margin: 0 auto; columns: 2 26rem; column-gap: 1.2rem; }
.card { break-inside: avoid; background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 0 0 1.2rem;
  overflow: hidden; }
.card > .head { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; padding: .6rem .9rem;
  background: var(--tint); border-bottom: 1px solid var(--line); }
.tag { font-size: .85rem; letter-spacing: .03em; }
.points { font-weight: 600; white-space: nowrap; }
.model { padding: .7rem .9rem; border-top: 1px solid var(--line); }
.model:first-of-type { border-top: 0; }
.model > .head { display: flex; justify-content: space-between; gap: 1rem; }
.stats { display: flex; flex-wrap: wrap; gap: .35rem; margin: .45rem 0; padding: 0; }
.stats div { border: 1px solid var(--line); border-radius: 6px; padding: .1rem .55rem; text-align: center; min-width: 3.2rem; }
.stats dt { font-size: .68rem; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); }
.stats dd { margin: 0; font-weight: 600; }
table { border-collapse: collapse; width: 100%; margin: .4rem 0; font-size: .88rem; }
th, td { text-align: left; padding: .15rem .5rem .15rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th, td:nth-child(n+2):not(:last-child) { white-space: nowrap; }
th { font-size: .7rem; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); font-weight: 600; }
.lines { display: flex; flex-wrap: wrap; gap: .1rem .9rem; margin: .15rem 0 0; padding: 0; list-style: none; }
.lines b { color: var(--ink); font-variant-numeric: tabular-nums; }
.notes { margin: .4rem 0; font-size: .88rem; }
.notes p { margin: .1rem 0; }
details { font-size: .88rem; color: var(--soft); }
summary { cursor: pointer; }
.ticks { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .3rem; margin: .35rem 0; font-size: .8rem;
  color: var(--soft); }
.ticks label { display: inline-flex; }
.ticks input { appearance: none; width: 1rem; height: 1rem; margin: 0; border: 1.5px solid var(--ink); border-radius: 3px;
  background: #fff; }
.ticks input.mark { border-width: 3px; border-color: var(--accent); }
.ticks input:checked { background: linear-gradient(45deg, transparent 44%, var(--ink) 44% 56%, transparent 56%),
  linear-gradient(-45deg, transparent 44%, var(--ink) 44% 56%, transparent 56%); }
.unit-ticks { padding: .2rem .9rem .6rem; }
.warnings { max-width: 72rem; margin: 0 auto 1.2rem; padding: .6rem 1rem; border: 2px solid #a3402b; border-radius: 8px; }
.warnings ul { margin: .3rem 0; }
footer { max-width: 72rem; margin: 1rem auto 0; font-size: .8rem; }
@media print {
  @page { margin: 12mm; }
  html { font-size: 11px; }
  body { padding: 0; background: #fff; font-size: 11px; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  main { columns: 2; column-fill: auto; }
  details > summary { list-style: none; }
}
"""


def render(sheet: Sheet) -> str:
    """The page."""
    cards = "\n".join(_card(card, sheet.weapon_heads) for card in sheet.cards)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(sheet.title)}</title>
<style>{STYLE}</style>
</head>
<body>
<header><div><h1>{escape(sheet.title)}</h1><div class="sub">{escape(sheet.subtitle)}</div>
<div class="sub">{escape(sheet.about)}</div></div>
<div class="total">{escape(sheet.total)}</div></header>
{_warnings(sheet.warnings)}<main>
{cards}
</main>
<footer>{escape(sheet.footer)}</footer>
</body>
</html>
"""


def _warnings(warnings: tuple[str, ...]) -> str:
    """What is wrong with the force, so that nobody plays it by mistake."""
    if not warnings:
        return ""
    items = "".join(f"<li>{escape(text)}</li>" for text in warnings)
    return f'<section class="warnings"><strong>This roster breaks the rules:</strong><ul>{items}</ul></section>\n'


def _card(card: UnitSheet, heads: tuple[str, ...]) -> str:
    """A unit."""
    tags = f'<div class="tag">{escape(" · ".join(card.tags))}</div>' if card.tags else ""
    rows = "\n".join(_row(row, heads) for row in card.rows)
    ticks = f'<div class="unit-ticks">{_ticks(card.ticks)}</div>' if card.ticks else ""
    return (
        f'<section class="card"><div class="head"><div><h2>{escape(card.name)}</h2>{tags}</div>'
        f'<div class="points">{escape(card.cost)}</div></div>\n{rows}\n{ticks}</section>'
    )


def _row(row: Row, heads: tuple[str, ...]) -> str:
    """A kind of model."""
    bill = row.bill
    cost = f"{bill.count} × {bill.each} = {bill.total}"
    stats = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in row.stats)
    notes = "".join(f"<p><strong>{escape(name)}</strong> {escape(text)}</p>" for name, text in row.notes)
    return (
        f'<article class="model"><div class="head"><h3>{bill.count} × {escape(bill.name)}</h3>'
        f'<div class="points">{escape(cost)}</div></div>\n'
        f'<dl class="stats">{stats}</dl>\n{_table(heads, row.weapons)}'
        f"{_table(('Spell', 'Cast', 'Effect'), row.spells)}"
        f'<div class="notes">{notes}</div>{_ticks(row.ticks)}{_lines(bill.lines)}</article>'
    )


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A small table, or nothing."""
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    if not body:
        return ""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>\n"


def _lines(lines: tuple[BillLine, ...]) -> str:
    """The cost of one, line by line."""
    if not lines:
        return ""
    body = "".join(f"<li>{escape(text)} <b>{points}</b></li>" for text, points in _summands(lines))
    return f'<details open><summary>Cost of one</summary><ul class="lines">{body}</ul></details>'


def _summands(lines: tuple[BillLine, ...], owner: str = "") -> Iterator[tuple[str, int]]:
    """Cost lines; the parts of a weapon stand behind it, with its name."""
    for line in lines:
        yield owner + line.text, line.points
        yield from _summands(line.parts, f"{line.text}: ")


def _ticks(ticks: tuple[Tick, ...]) -> str:
    """Boxes to tick."""
    return "".join(_tick(tick) for tick in ticks if tick.boxes > 0)


def _tick(tick: Tick) -> str:
    """One row of boxes."""
    mark = dict.fromkeys(tick.marks, ' class="mark"')
    boxes = "".join(
        f'<label><input type="checkbox"{mark.get(place, "")} aria-label="{escape(tick.label)} {place}"></label>'
        for place in range(1, tick.boxes + 1)
    )
    hint = f" <span>{escape(tick.hint)}</span>" if tick.hint else ""
    return f'<div class="ticks"><span>{escape(tick.label)}</span> {boxes}{hint}</div>'
