"""The book's small numbers, each once, with the rule it comes from."""

from __future__ import annotations

from littlewars.engine.measures import INCH

TEN = 10  # the only die (xenocide.core.die)
REACH = 1 * INCH  # of a blow, of a crew, of getting in and out (xenocide.melee.who-fights, xenocide.size.crew)
APART = 8 * INCH  # nobody of a unit is farther from a comrade (xenocide.move.coherency)
NEAR = 12 * INCH  # within it the nearest enemy is the target (xenocide.targeting.closest-within-12)
POINT_BLANK = 6 * INCH  # xenocide.size.point-blank
CLOUD = 3 * INCH  # of smoke, and of an explosion, round a wreck (xenocide.vehicle.smoke, xenocide.vehicle.explosion)
SLOWER = 2 * INCH  # is a vehicle with each damage marker (xenocide.vehicle.damage-effects)
HELP = 6 * INCH  # from a commander (xenocide.recovery.commander)
LEAST_SKILL, MOST_SKILL = 0, 9  # xenocide.hit.zero-skill, xenocide.hit.maximum
BROKEN = 4  # markers, or as many as there are wounds left (xenocide.suppression.broken)
MANY_WOUNDS = 10  # from here on a unit is harder to suppress (xenocide.suppression.threshold-size)

# what is added to the skill of a shot (xenocide.hit.modifiers)
CLOSE, RUN_FIRE, LONG, DIM, MARKER, SNAP = 1, -2, -2, -1, -1, -1
COVER = {"": 0, "light": -1, "heavy": -2, "fortified": -2}  # xenocide.cover.kinds
THROWN_AT_COVER = -1  # xenocide.grenade.cover
STEADY = {"": 0, "light": 1, "heavy": 2, "fortified": 2}  # xenocide.suppression.threshold-cover, xenocide.result.defended-cover

ORDERS = ("standard", "opportunity", "run")  # xenocide.orders.placing
