"""Our named tuples are those of `typing`: the same values, the same errors, the same for tools."""

from __future__ import annotations

import copy
import hashlib
import inspect
import pickle
import typing

import pytest

from mustutor import hashing
from mustutor.tuples import NamedTuple


class Ours(NamedTuple):
    """A place."""

    hand: int
    lance: str = "grande"
    calls: tuple[str, ...] = ()

    @property
    def next(self) -> Ours:
        return self._replace(hand=self.hand + 1)

    @classmethod
    def first(cls) -> Ours:
        return cls(1)


class Theirs(typing.NamedTuple):
    """A place."""

    hand: int
    lance: str = "grande"
    calls: tuple[str, ...] = ()

    @property
    def next(self) -> Theirs:
        return self._replace(hand=self.hand + 1)

    @classmethod
    def first(cls) -> Theirs:
        return cls(1)


DEEDS = {
    "by place": lambda of: of(2, "chica"),
    "by name": lambda of: of(lance="chica", hand=2),
    "with defaults": lambda of: of(2),
    "with methods": lambda of: of.first().next,
    "of things": lambda of: of._make([1, "pares", ("A paso",)]),
    "as a map": lambda of: of(2)._asdict(),
    "copied": lambda of: copy.deepcopy(of(2)),
    "pickled": lambda of: pickle.loads(pickle.dumps(of(2))),  # noqa: S301
    "nothing given": lambda of: of(),
    "too much given": lambda of: of(1, "a", (), 4),
    "a strange name": lambda of: of(1, lanze="a"),
    "a name twice": lambda of: of(1, hand=2),
    "too few things": lambda of: of._make([1]),
    "a strange name replaced": lambda of: of(1)._replace(lanze="a"),
    "set": lambda of: setattr(of(1), "hand", 2),
    "of no field": lambda of: of(1).other,
    "fields": lambda of: (of._fields, of._field_defaults, of.__match_args__, of.__doc__),
    "types": typing.get_type_hints,
    "signature": lambda of: [
        (each.name, each.default) for each in inspect.signature(of).parameters.values()
    ],
    "a field's own words": lambda of: inspect.getdoc(of.hand),
    "slots": lambda of: hasattr(of(1), "__dict__"),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_named_tuples_are_those_of_typing(deed):
    def done(of):
        try:
            found = DEEDS[deed](of)
        except (TypeError, ValueError, AttributeError) as problem:
            return type(problem), str(problem).replace(of.__name__, "it")
        return (
            found if not isinstance(found, of) else (tuple(found), repr(found)[len(of.__name__) :])
        )

    assert done(Ours) == done(Theirs)


def test_a_field_without_a_default_cannot_follow_one_that_has_one():
    with pytest.raises(TypeError):

        class Wrong(NamedTuple):
            hand: int = 1
            lance: str


def test_a_digest_is_the_same_whoever_makes_it(monkeypatch):
    monkeypatch.setattr(hashing, "sha256", hashing._few)
    monkeypatch.setattr(hashing, "_hashed", 0)
    text = bytes(range(256)) * 100
    for _ in range(10):
        made = hashing.sha256(text)
        later = made.copy()
        later.update(b"more")
        assert made.hexdigest() == hashlib.sha256(text).hexdigest()
        assert later.digest() == hashlib.sha256(text + b"more").digest()
    assert hashing.sha256 is hashlib.sha256
