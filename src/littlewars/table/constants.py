"""The few numbers of the table, in one place: tolerances, scale and the codes that arrays speak."""

from __future__ import annotations

from typing import Final

HAIR: Final = 5  # an overlap up to this is touching: rounding to the grid never makes an illegal position
TOUCH: Final = 50  # bases this near are in contact
SLIVER: Final = 10_000  # hulls overlap when they share more than this many square units

SCALE: Final = 65_536  # length of a table vector
FULL_TURN: Final = 36_000  # centidegrees
REACH: Final = 1 << 19  # coordinates stay below this, so that kernels never overflow
FAR: Final = 1 << 40  # "no distance": what an absent body is away
SKY: Final = 1 << 30  # top of a piece that blocks at any height

CLEAR, PARTIAL, BLOCK = 0, 1, 2  # sight class of a piece
NONE, PARTLY, OPEN = 0, 1, 2  # what a viewer sees of a target
BARRED: Final = 0  # cost factor of ground that may not be entered
PLAIN: Final = 1000  # cost factor of open ground, in thousandths

STOPS, PASSES, GHOST = 0, 1, 2  # another body on the way: stops us, may be passed but not ended on, is not there

# columns of the array of bodies; row 0 is a scratch row for bases that are not on the table
X, Y, R, BOX, BOUND, UNIT, SIDE, LEVEL, FLAGS, FOOT, TALL, ON, STAMP = range(
    13
)  # STAMP: the board's version when it was written
BODY_COLUMNS: Final = 13
# columns of the array of pieces
START, STOP, WEST, SOUTH, EAST, NORTH, TOP, COST, SIGHT, MARKS, DEPTH = range(11)
PIECE_COLUMNS: Final = 11

PASSABLE: Final = 1  # mark: figures may stand in this piece and see out of it
SOLID: Final = 2  # mark: stops what flies through the air below its top

FREE, AT_EDGE, AT_BODY, AT_PIECE = 0, 1, 2, 3  # what a walk or a stand ran into
MOVING: Final = 3  # a comrade that goes at the same time: only his end counts
NEAR_EDGE, NEAR_PIECE, NEAR_ENEMY, NEAR_FRIENDS, NEAR_BODY = 1, 2, 4, 8, 16  # what a quick look cannot rule out
