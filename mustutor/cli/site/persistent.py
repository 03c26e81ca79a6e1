"""Maps, sets and lists that never change, for a browser: what jsonschema asks of the package rpds.

That package is compiled, and no browser has it. jsonschema keeps a few dozen schemas in these, so
that copying at each change costs nothing that anybody would notice.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Member = TypeVar("Member", bound=Hashable)
Thing = TypeVar("Thing")


class HashTrieMap(Mapping[Key, Value]):
    """A map; what changes it gives another one.

    >>> one = HashTrieMap({"a": 1})
    >>> dict(one.insert("b", 2)), dict(one.remove("a")), dict(one)
    ({'a': 1, 'b': 2}, {}, {'a': 1})
    """

    def __init__(self, given: Mapping[Key, Value] | Iterable[tuple[Key, Value]] = ()) -> None:
        self._held = dict(given)

    @classmethod
    def convert(cls, given: Any) -> Any:
        """A map of these, or the one that was given if it is one."""
        return given if isinstance(given, cls) else cls(given)

    def insert(self, key: Key, value: Value) -> HashTrieMap[Key, Value]:
        """With one more, or another value for a key."""
        return HashTrieMap({**self._held, key: value})

    def update(self, *given: Any, **more: Any) -> HashTrieMap[Key, Value]:
        """With all of these."""
        held = dict(self._held)
        held.update(*given, **more)
        return HashTrieMap(held)

    def remove(self, key: Key) -> HashTrieMap[Key, Value]:
        """Without one; raises KeyError where it is not."""
        if key not in self._held:
            raise KeyError(key)
        return HashTrieMap({each: value for each, value in self._held.items() if each != key})

    def __getitem__(self, key: Key) -> Value:
        return self._held[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def __hash__(self) -> int:
        return hash(frozenset(self._held.items()))


class HashTrieSet(frozenset[Member]):
    """A set; what changes it gives another one.

    >>> sorted(HashTrieSet("ab").insert("c").discard("a"))
    ['b', 'c']
    """

    def insert(self, member: Member) -> HashTrieSet[Member]:
        """With one more."""
        return HashTrieSet(self | {member})

    def update(self, *given: Iterable[Member]) -> HashTrieSet[Member]:
        """With all of these."""
        return HashTrieSet(self.union(*given))

    def discard(self, member: Member) -> HashTrieSet[Member]:
        """Without one, if it is there."""
        return HashTrieSet(self - {member})

    def remove(self, member: Member) -> HashTrieSet[Member]:
        """Without one; raises KeyError where it is not."""
        if member not in self:
            raise KeyError(member)
        return self.discard(member)


class List(tuple[Thing, ...], Generic[Thing]):  # noqa: SLOT001 - holds nothing of its own
    """A list that grows at its front.

    >>> list(List([2]).push_front(1))
    [1, 2]
    """

    def push_front(self, thing: Thing) -> List[Thing]:
        """With one more before all others."""
        return List((thing, *self))


def stand_in() -> None:
    """Let these be found as rpds, where there is none."""
    if "rpds" in sys.modules or find_spec("rpds") is not None:
        return
    module = ModuleType("rpds")
    for kind in (HashTrieMap, HashTrieSet, List):
        setattr(module, kind.__name__, kind)
    sys.modules["rpds"] = module
