"""The book's small numbers, each once, with the rule it comes from. Lengths are thousandths of a centimetre."""

from __future__ import annotations

from littlewars.engine.measures import UNIT

CM = UNIT

SIX = 6  # the only die (at43.core.die)
CONTACT = CM // 10  # bases this near touch (at43.core.units-of-measure)
LEADER, COMRADE = 10 * CM, CM * 5 // 2  # at43.units.cohesion-leader, at43.units.cohesion-neighbour
ENGAGED = CM * 5 // 2  # soldiers this near engage each other (at43.movement.engagement)
RUSH = {"infantry": 6 * CM, "afv": 10 * CM}  # at43.movement.rush-soldiers, at43.movement.rush-striders
BAND = 10 * CM  # of a range step (at43.shooting.range-number)
TOO_CLOSE = 10 * CM  # to an obstacle, for its cover (at43.cover.ten-cm)
COVER, TAKEN_COVER = 4, 3  # what cancels an impact (at43.cover.roll, at43.tactics.take-cover)
NERVE = 8  # the difficulty of a Morale test (at43.morale.test)
FEW = {1: 3, 2: 3, 3: 1}  # by type: so many left test (at43.morale.condition-type-1-2, at43.morale.condition-type-3)
GENERATOR = 3  # a missile destroys it on this (at43.missile-launcher.generator)
EJECTS = 10 * CM  # how near another machine must be for a hero (at43.afv.pilot-ejects)

PRICE = {  # in LP
    "activate": 1,  # at43.leadership.activate-unit
    "rally": 2,  # at43.morale.disorganised
    "delay": 2,  # at43.leadership.delay
    "double": 2,  # at43.leadership.double
    "relocate": 1,  # at43.leadership.relocate
    "split-fire": 1,  # at43.tactics.cost
    "fire-at-will": 1,
    "overwatch": 1,
    "hit-the-deck": 1,
    "take-cover": 1,
    "shield-formation": 1,
}
BID = 2  # LP that an officer adds at most, unless his card says otherwise (at43.leadership.improve-authority)
WILL = 1  # what fire at will adds to a Re-Roll value (at43.tactics.fire-at-will)
STATUS = ("valiant", "disorganised", "rout")  # at43.morale.status
LOCATIONS = {1: "propulsion", 2: "propulsion", 3: "frame", 4: "frame", 5: "frame", 6: "weapon"}  # at43.afv.hit-location
ROUNDS, ZONE, TABLE, LIMIT = 6, 20, (120, 120), 500  # at43.victory.game-end, at43.setup.table, at43.setup.army
REWARD = 50  # for a Generator (at43.victory.conditions)
MACHINES = 3  # of a unit at most (at43.units.afv-units)
