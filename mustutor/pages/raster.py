"""Pictures as dots, for where no SVG is taken: a PNG of one, a GIF of a hand step by step.

resvg draws them and Pillow joins them (the extra `picture`). The letters are those of a font that
comes with it, so that the same picture is the same bytes on every machine; the fonts of the system
are asked only for words in letters which that one lacks.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path

from mustutor.errors import Unreadable
from mustutor.language import mark

NOT_INSTALLED = mark("Pictures of dots need what draws them: pip install 'mustutor[picture]'.")
FAMILY, FACES = "Source Serif Pro", ("Regular", "Bold")
KNOWN = re.compile("[\\0-\u024f\u2010-\u2026\u00b7\u2192\u2212]*")
"""Words all of whose letters the font has: Latin ones, and the signs we write."""

GIF_WIDTH, COLOURS, SAMPLED = 720, 255, 6
STEP, LAST = 1_600, 5_000
"""Milliseconds that a moment stays, and the last one."""


def to_png(svg: str, width: int | None = None) -> bytes:
    """Draw an SVG of ours as a PNG, as wide as it says or in so many dots.

    Raises Unreadable where what draws it is not installed.
    """
    try:
        import font_source_serif_pro as font
        import resvg_py
    except ImportError:
        raise Unreadable(NOT_INSTALLED) from None
    folder = Path(font.__file__).parent / "files"
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=[str(folder / f"SourceSerifPro-{face}.ttf") for face in FACES],
        font_family=FAMILY,
        serif_family=FAMILY,
        skip_system_fonts=KNOWN.fullmatch(svg) is not None,
    )
    return drawn


def to_gif(pictures: Sequence[str]) -> bytes:
    """Draw SVGs of one size as a GIF that shows one after the other, over and over.

    Raises Unreadable where what draws it is not installed.
    """
    try:
        from PIL import Image
    except ImportError:
        raise Unreadable(NOT_INSTALLED) from None
    frames = []
    for svg in pictures:
        with Image.open(io.BytesIO(to_png(svg, GIF_WIDTH))) as drawn:
            paper = Image.new("RGB", drawn.size, "white")
            paper.paste(drawn, mask=drawn.getchannel("A"))
            frames.append(paper)
    # All have the same colours: those of some of them, the last among these.
    chosen = frames[::-1][:: -(-len(frames) // SAMPLED)]
    wide, high = frames[0].size
    together = Image.new("RGB", (wide, high * len(chosen)))
    for at, frame in enumerate(chosen):
        together.paste(frame, (0, at * high))
    colours = together.quantize(COLOURS)
    first, *others = [frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames]
    written = io.BytesIO()
    first.save(
        written,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[*[STEP] * len(others), LAST],
        loop=0,
        optimize=False,
    )
    return written.getvalue()
