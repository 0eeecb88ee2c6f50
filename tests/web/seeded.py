"""The server with bits that are no secret: the same answers give the same battle, whatever was played before.

A battle from home would have other dice every time, and a test that goes by what it sees would be another test every time.
`LITTLEWARS_TEST_SEED` names another seed: what a test says must hold for any.
"""

from __future__ import annotations

import os
from random import Random

from littlewars.cli import main
from littlewars.server.play import driver, games, requests

SEED = os.environ.get("LITTLEWARS_TEST_SEED", "1913")


def bits(count: int) -> int:
    """So many bits, always the same ones."""
    return Random(f"{SEED} {count}").getrandbits(count)


def serve() -> None:
    """The command line, with these bits for battles, bots and suggestions."""
    for module in (games, driver, requests):
        vars(module)["randbits"] = bits
    main()
