"""Draw the pictures of the README, the icons, and what chats show beside a link.

    python tests/benchmarks/pictures.py

It needs the extra `picture`. What it writes is the same on every machine.
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

import mustutor
from mustutor.base.language import open_language
from mustutor.cli.site import open_pages, pocket
from mustutor.present.picture import to_moving_svg, to_png, to_svg
from mustutor.present.replay_page import playback_of

PICTURES = Path(__file__).resolve().parents[2] / "examples" / "pictures"
ASSETS = Path(open_pages.__file__).parent / "assets"
COLOURS = 48


def main() -> None:
    """Draw all of them."""
    english = open_language("en")
    shown = playback_of(open_pages.settled(open_pages.SHOWN), english)
    first = [table for table in shown.tables if table.place.partition(".")[0] == "1"]
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "hand.svg").write_text(to_moving_svg(first, shown, english), "utf-8")
    told = playback_of(mustutor.settle(mustutor.load_replay("navarra_four_kings")), english)
    (PICTURES / "table.svg").write_text(to_svg(told.tables[-1], told, english), "utf-8")
    _save(to_svg(first[-1], shown, english), 900, ASSETS / open_pages.PREVIEW)
    for name, size in zip(pocket.PICTURES, (*pocket.SIZES, 512), strict=True):
        _save(pocket.icon(maskable="maskable" in name), size, ASSETS / name)


def _save(svg: str, width: int, target: Path) -> None:
    with Image.open(io.BytesIO(to_png(svg, width))) as drawn:
        drawn.quantize(COLOURS).save(target, optimize=True)


if __name__ == "__main__":
    main()
