"""Others who do the work: a pool of processes of ours, or any executor that is lent.

Results come back in the order of the shards, whoever did them when. A process that dies takes
no result with it: what it was at is done once more, alone, and if that fails too it is said.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from multiprocessing.synchronize import Event

from mustutor.archive.plan import Shard
from mustutor.archive.work import InProcess, ShardResult, lost, rest_of, work

AHEAD = 4
"""How many shards wait for each process, so that nothing is read long before its turn."""
LENT_AHEAD = 64
"""How many are under way where nobody knows how many processes an executor has."""
PIECES_AHEAD = 2
"""How many pieces of a shard are held before its turn to be told has come."""


class _Slot:
    """A shard under way: what has been found, and what is still to be."""

    def __init__(self, shard: Shard, future: Future[ShardResult] | None) -> None:
        self.shard = shard
        self.future = future
        self.found: deque[ShardResult] = deque()


class OnExecutor(InProcess):
    """Hands the work to an executor; the one who lends it keeps it."""

    def __init__(self, code: str, told: str, executor: Executor, ahead: int = LENT_AHEAD) -> None:
        super().__init__(code, told)
        self.executor = executor
        self.ahead = ahead

    def pieces(self, shards: Iterable[Shard]) -> Iterator[ShardResult]:
        """The pieces of the shards, in their order."""
        source = iter(shards)
        slots: deque[_Slot] = deque()
        try:
            while True:
                while len(slots) < self.ahead and (shard := next(source, None)) is not None:
                    slots.append(_Slot(shard, self._submitted(shard)))
                if not slots:
                    return
                head = slots[0]
                while head.found:
                    yield head.found.popleft()
                if head.future is None:
                    slots.popleft()
                    continue
                under_way = [slot.future for slot in slots if self._wanted(slot, head)]
                wait([future for future in under_way if future], return_when=FIRST_COMPLETED)
                for slot in slots:
                    if self._wanted(slot, head) and slot.future and slot.future.done():
                        self._take(slot)
        finally:
            for slot in slots:
                if slot.future is not None:
                    slot.future.cancel()
            self.leave()

    @staticmethod
    def _wanted(slot: _Slot, head: _Slot) -> bool:
        """Whether more of a slot is waited for: of one whose turn has not come, only so much."""
        return slot.future is not None and (slot is head or len(slot.found) < PIECES_AHEAD)

    def _take(self, slot: _Slot) -> None:
        """Take what has been found, and go on with what is left of the shard."""
        assert slot.future is not None
        try:
            piece = slot.future.result()
        except Exception as problem:
            if not _died(problem):
                raise
            piece = self._alone(slot.shard)
        slot.found.append(piece)
        slot.future = None
        if piece.rest:
            slot.shard = rest_of(slot.shard, piece)
            slot.future = self._submitted(slot.shard)

    def _submitted(self, shard: Shard) -> Future[ShardResult]:
        """Hand a shard out; to an executor that takes none any more it is as if it had died."""
        if shard.problem is not None:  # nothing to work on: no need to travel
            return _done(work(shard, self.code, self.told))
        try:
            return self._send(self.executor, shard)
        except BrokenExecutor as problem:
            failed: Future[ShardResult] = Future()
            failed.set_exception(problem)
            return failed

    def _send(self, executor: Executor, shard: Shard) -> Future[ShardResult]:
        return executor.submit(work, shard, self.code, self.told)

    def _alone(self, shard: Shard) -> ShardResult:
        """Do a shard once more whose process died, or say that it is lost."""
        try:
            return self._send(self.executor, shard).result()
        except Exception as problem:
            if not _died(problem):
                raise
            return lost(shard, self.code)

    def leave(self) -> None:
        """Let go of what is ours."""


class OnProcesses(OnExecutor):
    """Hands the work to so many processes of its own."""

    def __init__(self, code: str, told: str, jobs: int) -> None:
        self.jobs = jobs
        self.over: list[Event] = []
        super().__init__(code, told, self._engaged(jobs), jobs * AHEAD)

    def _engaged(self, jobs: int, *, again: bool = False) -> ProcessPoolExecutor:
        # A pool has threads, and a process with threads must not be forked any more.
        context = multiprocessing.get_context("spawn" if again else None)
        self.over.append(context.Event())
        return ProcessPoolExecutor(
            jobs, mp_context=context, initializer=_begin, initargs=(self.over[-1],)
        )

    def _send(self, executor: Executor, shard: Shard) -> Future[ShardResult]:
        return executor.submit(_work, shard, self.code, self.told)

    def _submitted(self, shard: Shard) -> Future[ShardResult]:
        future = super()._submitted(shard)
        if future.done() and isinstance(future.exception(), BrokenExecutor):
            self.executor.shutdown(wait=False)
            self.executor = self._engaged(self.jobs, again=True)
            future = super()._submitted(shard)
        return future

    def _alone(self, shard: Shard) -> ShardResult:
        """Do a shard in a process of its own: whoever dies of it now takes nobody along."""
        with self._engaged(1, again=True) as executor:
            try:
                return self._send(executor, shard).result()
            except BrokenExecutor:
                return lost(shard, self.code)

    def leave(self) -> None:
        """End the processes, also in the middle of their work: nobody waits for it any more."""
        for over in self.over:
            over.set()
        self.executor.shutdown(cancel_futures=True)


def _died(problem: BaseException) -> bool:
    """Whether a process died at its work, and not the work found a fault of ours."""
    # Dask's own error for a task whose workers died under it; its library is not ours to import.
    return isinstance(problem, (BrokenExecutor, CancelledError)) or (
        type(problem).__name__ == "KilledWorker"
    )


def _done(piece: ShardResult) -> Future[ShardResult]:
    future: Future[ShardResult] = Future()
    future.set_result(piece)
    return future


_over: list[Event] = []
"""In a process of a pool: what is set when nobody waits for its work any more."""


def _work(shard: Shard, code: str, told: str) -> ShardResult:
    return work(shard, code, told, _over[0].is_set)


def _begin(over: Event) -> None:
    _over[:] = [over]
    follow_parent()


def follow_parent() -> None:
    """Begin as a process of a pool: interruptions are the parent's, and without it we end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: object) -> None:
    parent.join()  # type: ignore[attr-defined]
    os._exit(1)
