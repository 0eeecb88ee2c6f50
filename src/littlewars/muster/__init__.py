"""Rosters: reading, checking, costing and printing forces. What a force may be is the rulebooks' business."""

from .bill import Bill, BillLine, ModelBill, UnitBill
from .breach import Breach
from .nodes import Node, RosterError, read_file, read_text
from .roster import DEFAULT_POINTS, Roster, load_roster, parse_roster
from .sheet import Card, Row, Sheet, Tick, render

__all__ = [
    "DEFAULT_POINTS",
    "Bill",
    "BillLine",
    "Breach",
    "Card",
    "ModelBill",
    "Node",
    "Roster",
    "RosterError",
    "Row",
    "Sheet",
    "Tick",
    "UnitBill",
    "load_roster",
    "parse_roster",
    "read_file",
    "read_text",
    "render",
]
