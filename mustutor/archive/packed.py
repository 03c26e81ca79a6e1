"""Packed archives, gzip and Zstandard: unpacked a little at a time, and up to a fault."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import IO, Protocol

from mustutor.errors import ReplayError
from mustutor.language import mark

GZIP = ".gz"
ZSTANDARD = ".zst"
PACKED = (GZIP, ZSTANDARD)

_MAGIC = {GZIP: (b"\x1f\x8b",), ZSTANDARD: (b"\x28\xb5\x2f\xfd", b"\x2a\x4d\x18")}
"""What such files begin with; a stream of Zstandard to be skipped has another first byte."""

_READ = 4 * 1024
"""So little is given to be unpacked at a time, since what comes before a fault in it is lost."""

_MOST = 1024 * 1024
"""So much is unpacked at a time: a few bytes may unpack to gigabytes."""

_BREAKS_OFF = mark("The packed file breaks off here: it seems cut short.")
_DAMAGED = mark("The packed file is damaged from here on: {problem}.")
_NOT_PACKED = mark("It is not packed as its name says.")
_NEEDS = mark("To read it, install what unpacks it: pip install 'mustutor[zst]'.")


class Unpacker(Protocol):
    """What unpacks one stream of a file."""

    @property
    def eof(self) -> bool:
        """Whether the stream has ended."""
        ...

    @property
    def unused_data(self) -> bytes:
        """What follows the end of the stream."""
        ...

    def more(self, data: bytes) -> bytes:
        """Unpack a little more; without data, more of what was given before."""
        ...


class _Gzip:
    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def more(self, data: bytes) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, _MOST)


class _Zstandard:
    def __init__(self, library: ModuleType) -> None:
        self._inner = library.ZstdDecompressor()

    @property
    def eof(self) -> bool:
        return bool(self._inner.eof)

    @property
    def unused_data(self) -> bytes:
        return bytes(self._inner.unused_data)

    def more(self, data: bytes) -> bytes:
        return bytes(self._inner.decompress(data, _MOST))


def unpacked(file: IO[bytes], name: str) -> Iterator[bytes]:
    """Unpack a file, a little at a time; raises ReplayError where it cannot go on.

    What was unpacked before a fault, but for the last few kilobytes, has been given before it
    is told. Streams one after the other in a file, as `cat` makes them, are read as one.
    """
    kind, errors = _unpackers(name)
    stream = kind()
    first = file.read(_READ)
    if first and not any(magic in first[:4] for magic in _MAGIC[_suffix(name)]):
        raise ReplayError(_NOT_PACKED, file=name)
    begun, data = False, first
    try:
        while data:
            while data:
                if stream.eof:
                    if not data.lstrip(b"\0"):
                        break  # filled up with zeros, as tapes were
                    stream = kind()
                begun = True
                yield from _drained(stream, data)
                data = stream.unused_data if stream.eof else b""
            data = file.read(_READ)
    except errors as problem:
        raise ReplayError(_DAMAGED, file=name, problem=str(problem)) from None
    if begun and not stream.eof:
        raise ReplayError(_BREAKS_OFF, file=name)


def _drained(stream: Unpacker, data: bytes) -> Iterator[bytes]:
    piece = stream.more(data)
    while piece:
        yield piece
        if stream.eof:
            return
        piece = stream.more(b"")


def _suffix(name: str) -> str:
    return GZIP if name.endswith(GZIP) else ZSTANDARD


def _unpackers(name: str) -> tuple[Callable[[], Unpacker], tuple[type[Exception], ...]]:
    if _suffix(name) == GZIP:
        return _Gzip, (zlib.error,)
    library = _zstandard()
    if library is None:
        raise ReplayError(_NEEDS, file=name)
    return (lambda: _Zstandard(library)), (library.ZstdError,)


def _zstandard() -> ModuleType | None:
    """Python's own Zstandard, from 3.14 on, or the same for older ones where it is installed."""
    from importlib import import_module

    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    return None
