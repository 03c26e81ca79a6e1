"""The minutes a club files: who played, the ruling on each claim, by which rules.

A signature stands last, over the SHA-256 of all the Markdown before it: `signer_of` finds whether
a word of it was changed, whatever language it was written in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from re import findall, sub
from typing import TYPE_CHECKING

from mustutor.base.errors import ReplayError
from mustutor.base.language import Language, available, mark, open_language
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.irregularities import irregularities
from mustutor.games.rulebook import book
from mustutor.model.options import options_of
from mustutor.model.variant import Variant
from mustutor.present.brief import brief_page
from mustutor.present.settlement import judged_pages, opening
from mustutor.present.text import to_markdown
from mustutor.referee.settle import Settlement
from mustutor.replay.names import by_name, in_one_line

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

NAME = "NAME"


def minutes_pages(settlement: Settlement, language: Language) -> Iterator[Explanation]:
    """The minutes of a match: who played, the ruling on each claim and why, by what rules.

    Who has signed the record is said last.
    """
    first = opening(settlement, language)
    title = language.say("Minutes")
    if first.title:
        title = language.say("Minutes: {title}", title=first.title)
    named = by_name(language, settlement.replay)
    told = [first._replace(title=title), brief_page(settlement, named)]
    told += judged_pages(settlement, named)
    tariff = tuple(tariff_lines(settlement.variant, language))
    told.append(Explanation("", (Passage(language.say("The tariff"), tariff),)))
    told += [book(told, language), _record_signatures(settlement, language)]
    yield from (page for page in told if page.passages)


def tariff_lines(variant: Variant, language: Language) -> Iterator[Line]:
    """What these rules charge for irregularities, and how they take them, where they say so."""
    rows = irregularities(variant.game).values()
    asked = {"irregular", "penalty"}.union(*[row.options for row in rows])
    own = options_of(variant.game).own
    for name in [name for name in own if name in asked]:
        option, value = own[name], variant.rules[name]
        if value != option.default:
            yield from map(Line, option.sentences(option.default, value, language))
    yield Line(language.say("Whatever is not named here is decided by the club each time."))
    yield Line(language.say("These rules have the digest {digest}.", digest=variant.digest))


def _record_signatures(settlement: Settlement, language: Language) -> Explanation:
    from mustutor.referee.trust.signature import valid_signatures

    sentence = mark("{by} has signed the record with the key {key}.")
    signers = [
        (in_one_line(one["by"], language.code), one["key"])
        for one in valid_signatures(settlement.replay)
    ]
    lines = tuple([Line(language.say(sentence, by=by, key=key)) for by, key in signers])
    heading = language.say("Signatures of the record")
    return Explanation("", (Passage(heading, lines),) if lines else ())


# --- signed ---------------------------------------------------------------------------------


def signature_page(
    pages: Iterable[Explanation], language: Language, key: Ed25519PrivateKey, by: str
) -> Explanation:
    """Who vouches for the minutes: a signature as `replay sign` makes it, over their SHA-256."""
    from mustutor.referee.trust.signature import public_of, signed_text

    digest = _digest("\n".join(map(to_markdown, pages)))
    by = in_one_line(by, language.code) or public_of(key)
    return _signed(by, public_of(key), digest, key.sign(signed_text(by, digest)).hex(), language)


def _signed(by: str, key: str, digest: str, signature: str, language: Language) -> Explanation:
    sentence = mark(
        "{by} signs these minutes with the key {key}. Their SHA-256 is {digest}, and the "
        "signature {signature}."
    )
    line = Line(language.say(sentence, by=by, key=key, digest=digest, signature=signature))
    return Explanation("", (Passage(language.say("Signatures"), (line,)),))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def signer_of(minutes: str, wanted: str = "") -> tuple[str, str]:
    """Who signed these minutes in Markdown, and with which public key.

    Raises ReplayError where nobody has signed them so, or a word was changed since; Unreadable
    where the library of signatures is not installed.
    """
    from mustutor.referee.trust.signature import is_signed

    body, heading, last = minutes.replace("\r\n", "\n").rpartition("\n## ")
    section, found = f"{heading}{last}".strip(), findall(r"\b[0-9a-f]{64,128}\b", last)
    if [len(one) for one in found[-3:]] != [64, 64, 128]:
        raise ReplayError(mark("These minutes are not signed: settle --minutes --key signs them."))
    key, _, signature = found[-3:]
    if wanted and key != wanted:
        raise ReplayError(mark("These minutes are signed with another key: {key}."), key=key)
    for code in available():
        page = _signed(NAME, key, _digest(body), signature, open_language(code))
        before, _, after = to_markdown(page).strip().partition(NAME)
        if section.startswith(before) and section.endswith(after):
            by = sub(r"\\(.)", r"\1", section[len(before) : len(section) - len(after)])
            if is_signed(by, key, signature, _digest(body)):
                return by, key
    raise ReplayError(
        mark("These minutes are not as they were signed with the key {key}."), key=key
    )
