"""Kernels: plain typed functions on arrays of integers, compiled when numba is wanted.

`LITTLEWARS_PURE=1` leaves them as they are; the results are the same, only later.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

F = TypeVar("F", bound=Callable[..., Any])
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.int8]
Mask = npt.NDArray[np.bool_]

PURE = os.environ.get("LITTLEWARS_PURE", "") not in ("", "0")


def kernel(function: F) -> F:
    """Compile a kernel, or leave it alone when pure Python is asked for."""
    if PURE:
        return function
    import numba

    return cast(F, numba.njit(cache=True)(function))


def drop_stale() -> int:
    """Forget compiled kernels older than any kernel source: a caller's cache does not notice that its callee changed."""
    here = Path(__file__).parent
    newest = max((p.stat().st_mtime for p in here.glob("*.py")), default=0.0)
    dropped = 0
    for index in (here / "__pycache__").glob("*.nbi"):
        try:
            if index.stat().st_mtime < newest:
                index.unlink()
                dropped += 1
        except FileNotFoundError:  # another process was quicker
            continue
    return dropped


if not PURE:
    drop_stale()
