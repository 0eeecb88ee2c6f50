"""The table as this book sees it: buildings are in the way and hide, woods hide their rim only and give cover."""

from littlewars.kit.tabletop import BaseTabletop, Posture
from littlewars.table.constants import BARRED, BLOCK
from littlewars.table.sight.looks import sees
from littlewars.table.terrain.pieces import Ground, Piece
from littlewars.table.terrain.sight_rules import DEFIANCE as ONE_LINE

from .state import INCH, Figure, State

COVER, SOLID = ("sparse-wood", "dense-wood", "rubble"), ("building", "boulder", "high-wall")  # skirmish.cover, skirmish.terrain


class Tabletop(BaseTabletop[State, Figure]):
    @staticmethod
    def classify(piece: Piece) -> Ground:
        """Solid pieces bar the way and the view; nothing else hinders anybody (skirmish.terrain)."""
        return Ground(BARRED, BLOCK) if piece.kind in SOLID else Ground()

    def posture(self, figure: Figure) -> Posture:
        return Posture(tall=INCH)

    def in_sight(self, one: Figure, other: Figure) -> bool:
        """Does he see him (skirmish.sight)? Looked for again only when somebody has moved."""
        return self.until_move(("sight", one.id, other.id), lambda: bool(sees(self.board, one.id, other.id, ONE_LINE)))


tabletop, board, sync_board = Tabletop.of, Tabletop.board_of, Tabletop.sync
