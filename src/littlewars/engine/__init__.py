"""The conversation: rules ask, sides answer, dice fall, the journal remembers."""

from .asks import (
    Allocate,
    Arrange,
    Ask,
    Assign,
    Choices,
    Choose,
    ChooseSome,
    Number,
    Option,
    Point,
    Rule,
    Together,
    Topic,
    only,
)
from .battle import Battle
from .chance.forecast import Attack, Mixed, foresee, mixed
from .chance.odds import TooManyBranches, odds, play
from .copying import copier
from .events import Event, Happening
from .game import Agree, Concede, Game, Reseed, RuleBug, View
from .moves import Leg, Legs, Move, Place, Pose, Shape, Spot, Spots, Step, Verb
from .showing import Show
from .system import Scenario, ScenarioError, System
from .types import Mod, Refusal, Result, Tally

__all__ = [
    "Agree",
    "Allocate",
    "Arrange",
    "Ask",
    "Assign",
    "Attack",
    "Battle",
    "Choices",
    "Choose",
    "ChooseSome",
    "Concede",
    "Event",
    "Game",
    "Happening",
    "Leg",
    "Legs",
    "Mixed",
    "Mod",
    "Move",
    "Number",
    "Option",
    "Place",
    "Point",
    "Pose",
    "Refusal",
    "Reseed",
    "Result",
    "Rule",
    "RuleBug",
    "Scenario",
    "ScenarioError",
    "Shape",
    "Show",
    "Spot",
    "Spots",
    "Step",
    "System",
    "Tally",
    "Together",
    "TooManyBranches",
    "Topic",
    "Verb",
    "View",
    "copier",
    "foresee",
    "mixed",
    "odds",
    "only",
    "play",
]
