"""How much work something is, counted and not timed: the same on every machine, busy or not."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable
from types import FrameType


def work_of(thing: Callable[[], object]) -> int:
    """Do something, and count every function that is called for it, Python's own too."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:  # noqa: ARG001
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        thing()
    finally:
        sys.setprofile(before)
    return calls


def grows_with(work: Callable[[int], object], size: int) -> float:
    """How many times the work for twice the size is the work for once: 2 where it is linear."""
    work(size)  # so that what is looked up once is found in both
    return work_of(lambda: work(2 * size)) / work_of(lambda: work(size))


def memory_of(thing: Callable[[], object]) -> int:
    """Do something, and tell how many bytes more it held at its height."""
    gc.collect()
    gc.freeze()  # after a thousand other tests there is much, and it need not be looked at twice
    tracemalloc.start()
    try:
        kept = thing()
        height = tracemalloc.get_traced_memory()[1]
        del kept
    finally:
        tracemalloc.stop()
    return height


def memory_grows_with(work: Callable[[int], object], size: int) -> float:
    """How many times the memory for twice the size is the memory for once."""
    work(size)
    return memory_of(lambda: work(2 * size)) / memory_of(lambda: work(size))
