"""Rosters: reading, checking, costing and printing forces. What a force may be is the rulebooks' business."""

from .bill import Bill, BillLine, ModelBill, UnitBill
from .breach import Breach, misstated
from .force import Force, Muster, overspent
from .nodes import Node, RosterError, read_data, read_file, read_text
from .roster import Roster, load_roster, parse_roster, roster_from
from .sheet import Row, Sheet, Tick, UnitSheet, render

__all__ = [
    "Bill",
    "BillLine",
    "Breach",
    "Force",
    "ModelBill",
    "Muster",
    "Node",
    "Roster",
    "RosterError",
    "Row",
    "Sheet",
    "Tick",
    "UnitBill",
    "UnitSheet",
    "load_roster",
    "misstated",
    "overspent",
    "parse_roster",
    "read_data",
    "read_file",
    "read_text",
    "render",
    "roster_from",
]
