"""What the forms of the pocket referee are made of, and the part of the page each stands in.

A field says how it goes into the command line (`data-as`): as a word or several, a line each, an
option or a flag, a record, or the whole line. The script of the page (`assets/page.js`) reads it.
"""

from __future__ import annotations

from collections.abc import Sequence

from mustutor.cards import ranks
from mustutor.explanation.markup import Attribute, Markup, block, element
from mustutor.games.mus_family.classes import CARDS_IN_HAND
from mustutor.language import Language
from mustutor.rulebook import spoken
from mustutor.tuples import NamedTuple
from mustutor.variant import load_variant, variant_ids


class PocketPart(NamedTuple):
    """One thing that can be asked: its form, the words it begins with, those that come `after`.

    `begin` is the word for a beginning, where a command asks back; `scripts` says that the page it
    writes runs one.
    """

    name: str
    heading: str
    words: str
    fields: tuple[Markup, ...]
    after: str = ""
    begin: str = ""
    scripts: bool = False


def rulebooks(tongue: Language, unnamed: str = "", *, shared: bool = True) -> Markup:
    """A list of the rulebooks; the first choice is the usual one, or what stands for none.

    What is chosen in one of the `shared` lists is chosen in all of them, and for the next time.
    """
    named = [(name, spoken(load_variant(name).name, tongue.code)) for name in variant_ids()]
    usual = unnamed or tongue.say("the usual ones")
    offered = [("", usual), *named]
    return choice(tongue.say("Rules"), "option", offered, option="--variant", data_shared=shared)


def choice(
    label: str,
    kind: str,
    choices: Sequence[tuple[str, str]],
    name: str = "",
    option: str = "",
    **more: Attribute,
) -> Markup:
    """A list to choose one thing of: its value, and the words that are shown."""
    offered = [element("option", shown, value=value) for value, shown in choices]
    select = element(
        "select",
        offered,
        data_as=kind or None,
        name=name or None,
        data_option=option or None,
        **more,
    )
    return labelled(label, select)


def text_field(
    label: str,
    kind: str,
    example: str = "",
    *,
    option: str = "",
    usual: str = "",
    wide: bool = False,
    **more: Attribute,
) -> Markup:
    """A line to type in, with an example in it; where nothing need be typed, what is `usual`."""
    field = element(
        "input",
        type="text",
        data_as=kind,
        data_option=option or None,
        placeholder=usual or None,
        value=example or None,
        required=bool(example),
        data_fresh="true" if example else None,
        **more,
        autocomplete="off",
        autocapitalize="none",
        spellcheck="false",
    )
    return labelled(label, field, wide=wide)


def four_cards(tongue: Language) -> tuple[Markup, Markup]:
    """A hand: typed, or tapped."""
    label = tongue.say("Four cards")
    return text_field(label, "words", "R R C A", data_cards=CARDS_IN_HAND), pad(tongue)


def pad(tongue: Language) -> Markup:
    """A key for each rank, for whoever has one hand free: it writes into the field of its form."""
    keys = [
        element("button", rank, type="button", value=rank, aria_label=f"{rank}, {name}")
        for rank, name in ranks(tongue).items()
    ]
    back = element("button", "⌫", type="button", value="", aria_label=tongue.say("Take one back"))
    return element("div", keys, back, class_="pad", role="group", aria_label=tongue.say("Cards"))


def tick(label: str, option: str) -> Markup:
    """A box to tick, for a flag.

    >>> 'data-option="--brief"' in tick("In short", "--brief")
    True
    """
    box = element("input", type="checkbox", data_as="flag", data_option=option)
    return element("label", box, element("span", label), class_="check")


def labelled(label: str, field: Markup, *, wide: bool = False) -> Markup:
    """A field with its label."""
    return element("label", label, field, class_="wide" if wide else None)


def hint(text: str) -> Markup:
    """What a form is for."""
    return element("p", text, class_="hint")


def section(tongue: Language, part: PocketPart) -> Markup:
    """A part of the page: its form, where its answer stands, and what is answered back."""
    say = tongue.say
    asks = bool(part.begin)
    send = element("button", part.begin or say("Show"), type="submit")
    form = block(
        "form",
        part.fields,
        element("p", send, class_="buttons"),
        data_words=part.words,
        data_after=part.after or None,
    )
    told = element("pre", tabindex=0, aria_label=say("The answer"), role="group")
    framed = saved = talk = None
    if part.after:
        allowed = "allow-scripts" if part.scripts else True
        framed = element("iframe", sandbox=allowed, title=say("The answer"), hidden=True)
        link = element("a", say("Keep this page"), download="mustutor.html", href="#")
        saved = element("p", link, hidden=True)
    if asks:
        field = element(
            "input",
            name="answer",
            autocomplete="off",
            autocapitalize="none",
            spellcheck="false",
            data_cards=CARDS_IN_HAND,
        )
        talk = block(
            "form",
            element("div", class_="offers", role="group", aria_label=say("Answers to touch")),
            labelled(say("Your answer"), field, wide=True),
            element(
                "p",
                element("button", say("Answer"), type="submit"),
                element("button", say("Back"), type="button", name="back"),
                class_="buttons",
            ),
            class_="talk",
            hidden=True,
        )
    answer = block(
        "div",
        element("p", class_="problem", role="alert", hidden=True),
        told,
        framed,
        saved,
        class_="answer",
        aria_live="polite",
        hidden=True,
    )
    heading = element("h2", part.heading, id=f"{part.name}-heading", tabindex=-1)
    name = f"{part.name}-heading"
    return block("section", heading, form, answer, talk, id=part.name, aria_labelledby=name)
