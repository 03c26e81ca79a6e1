"""What takes long: a part of it in every run, all of it under the marker `long`.

``pytest`` leaves out what bears the marker; ``.ci/run`` runs it with ``-m long``. What is shortened
here is tried at the least in part in every run, and whole in the long one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import settings

Thing = TypeVar("Thing")


class Run:
    """Which run it is; the conftest tells it before any test is read."""

    short = False

    @classmethod
    def leaving_out(cls, markers: str) -> None:
        """A run of tests that bear these markers is short where what is long is left out."""
        cls.short = "not long" in markers


def whole(test: Thing) -> Thing:
    """A test that shortens itself (`few`, `some`): the long run tries it again, and whole."""
    return test if Run.short else pytest.mark.long(test)


def few(number: int, short: int) -> int:
    """How many times: `short` in the run of every day."""
    return short if Run.short else number


def some(things: Iterable[Thing], every: int, long: int = 1) -> Sequence[Thing]:
    """All things, or in the run of every day each so-many-th, the first among them.

    Of thousands that are alike, `long` leaves out some in the long run too: a number that has no
    factor in common with how many kinds there are by turns meets all of them.
    """
    return list(things)[:: every if Run.short else long]


def sampled(names: str, things: Iterable[Any], every: int, **more: Any) -> pytest.MarkDecorator:
    """Parametrize: each so-many-th is tried in every run, the others in the long one alone."""
    single = "," not in names
    parameters = [
        pytest.param(
            *((thing,) if single else thing), marks=[] if place % every == 0 else pytest.mark.long
        )
        for place, thing in enumerate(things)
    ]
    return pytest.mark.parametrize(names, parameters, **more)


def examples(number: int, short: int, **more: Any) -> Callable[[Thing], Thing]:
    """So many examples for Hypothesis to search, fewer of them in the run of every day."""

    def decorated(test: Thing) -> Thing:
        return whole(settings(max_examples=few(number, short), **more)(test))

    return decorated


def each(things: Iterable[Thing], named: Callable[[Thing], str] = str) -> Callable[..., Any]:
    """One test for many small cases, where a test of its own for each costs more than the case.

    All are tried, whatever fails; those that fail are told by name.
    """

    def decorated(test: Callable[[Thing], None]) -> Callable[[], None]:
        def tries_each() -> None:
            failures = []
            for thing in things:
                try:
                    test(thing)
                except Exception as failure:  # noqa: BLE001 - told below, with its traceback
                    failure.add_note(f"for {named(thing)}")
                    failures.append((named(thing), failure))
            if failures:
                names = ", ".join(name for name, _ in failures)
                raise ExceptionGroup(f"fails for {names}", [failure for _, failure in failures])

        tries_each.__name__, tries_each.__doc__ = test.__name__, test.__doc__
        return tries_each

    return decorated
