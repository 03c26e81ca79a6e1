"""A drill of a skill: deals that tell a wrong rule from the right one, and questions.

A wrong rule is an engine of its own: it gives the answer of somebody who believes it. A deal is
worth asking about where that answer is another one than the engine's.

Chance is the same everywhere: what is drawn depends on the seed alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, partial
from itertools import islice
from random import Random
from typing import Any, NamedTuple, TypeVar

from mustutor.base.errors import LessonError
from mustutor.base.language import Language, available, mark, open_language
from mustutor.base.register import games, title, traits
from mustutor.base.shipped import packaged_table
from mustutor.games import game_of, random_call, step
from mustutor.games.question import (
    NO,
    YES,
    AnswerChoice,
    Finding,
    Misconception,
    Question,
    Scene,
    Stop,
    told_always,
)
from mustutor.games.tell_hand import step_lines
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant

LEVELS = (1, 2, 3, 4, 5)
"""How hard a question is: each level needs more rules, more hands, or closer ones."""

Case = Any
"""What a question is about, as its family of skills has it: hands, a moment, a played hand."""


class WrongRule(NamedTuple):
    """A popular wrong idea: its name, what is wrong with it, and what it would answer.

    `idea` is a marked sentence or two. `answer` gives the canonical answer by this idea,
    or nothing where it does not apply to the case. `applies` tells under which rulebooks
    it is wrong at all, `levels` at which levels there are cases that show it; at none, it is
    told when somebody answers by it, and no question is looked for that shows it. `only` names
    the right answers there may be where it is wrong, if not every answer of the skill may be.
    """

    name: str
    idea: str
    answer: Callable[[Case], str]
    applies: Callable[[Variant], bool] = lambda _: True
    levels: tuple[int, ...] = LEVELS
    only: tuple[str, ...] = ()


class WrongRules:
    """Makes the wrong rules of a game; their ideas stand in ``variants/wrong_rules/``.

    An idea is looked up by the name of the rule, or by another `idea` where skills tell it apart.
    """

    def __init__(self, file: str) -> None:
        ideas = packaged_table("wrong_rules", file)
        self._ideas: Mapping[str, str] = ideas

    def __call__(
        self,
        name: str,
        answer: Callable[[Any], str],
        applies: Callable[[Variant], bool] = lambda _: True,
        *,
        levels: tuple[int, ...] = LEVELS,
        only: tuple[str, ...] = (),
        idea: str = "",
    ) -> WrongRule:
        """Make one of them; `answer`, `applies`, `levels` and `only` as in `WrongRule`."""
        return WrongRule(name, self._ideas[idea or name], answer, applies, levels, only)


class DrillPrompt(NamedTuple):
    """A case in words: what is asked, what may be answered, and what there is to see."""

    kind: str
    prompt: str
    scene: Scene
    choices: tuple[AnswerChoice, ...] = ()
    hints: tuple[str, ...] = ()


class PuzzleTheme(NamedTuple):
    """What some puzzles are about: its id and title, what is asked, and a nudge.

    The texts are marked. `poses` says whether a moment, at the end of these steps, is one of this
    theme; a game gives its themes as its part `PUZZLES`, those that are rarest first.
    """

    id: str
    title: str
    asks: str
    hint: str
    poses: Callable[[Position, Sequence[Step]], bool]


class SkillQuestion(NamedTuple):
    """What a skill asks: the kind of answer, the prompt and the hints (marked)."""

    kind: str
    prompt: str
    hints: tuple[str, ...] = ()

    def pose(
        self,
        language: Language,
        scene: Scene,
        choices: tuple[AnswerChoice, ...] = (),
        worked: tuple[str, ...] = (),
        **evidence: object,
    ) -> DrillPrompt:
        """Put it into words with the evidence of a case; `worked` are hints said already."""
        hints = [language.say(hint, **evidence) for hint in self.hints]
        prompt = language.say(self.prompt, **evidence)
        return DrillPrompt(self.kind, prompt, scene, choices, (*hints, *worked))


@cache
def _rows(table: str) -> Mapping[str, Any]:
    rows: Mapping[str, Any] = packaged_table("drills", table)
    return rows


def hints(name: str) -> tuple[str, ...]:
    """The hints of a row of ``variants/drills/questions.yaml``, or of the row it names."""
    row = _rows("questions")[name]
    return hints(row["hints_of"]) if "hints_of" in row else tuple(row["hints"])


def skill_question(name: str) -> SkillQuestion:
    """The question of a row of ``variants/drills/questions.yaml``.

    >>> skill_question("mus.first").kind
    'seat'
    """
    row = _rows("questions")[name]
    return SkillQuestion(row["kind"], row["prompt"], hints(name))


def puzzle_theme(name: str, poses: Callable[[Position, Sequence[Step]], bool]) -> PuzzleTheme:
    """The theme of a row of ``variants/drills/puzzles.yaml``, with the moments it is about."""
    row = _rows("puzzles")[name]
    return PuzzleTheme(name, row["title"], row["asks"], row["hint"], poses)


def yes_no_choices(language: Language) -> tuple[AnswerChoice, ...]:
    """Yes and no, to choose from."""
    return (AnswerChoice(YES, language.say("yes")), AnswerChoice(NO, language.say("no")))


def same_choices(values: Iterable[str]) -> tuple[AnswerChoice, ...]:
    """Seats, sides or cards to choose from: each is called as it is written."""
    return tuple([AnswerChoice(value, value) for value in values])


class Skill(NamedTuple):
    """A skill: its id, title and one sentence (marked), its articles, its wrong rules.

    `traits` are what a game must have for it (see `mustutor.base.register`).

    `draw` draws a case of a level, or nothing where chance would not have it; `find` is what
    the engine answers, with its reasons; `pose` puts the case into words. `applies` tells
    under which rulebooks of its games there is anything to ask. Where few cases tell the wrong
    rules apart, `seek` draws one that tells this rule, from the same deals, once chance alone was
    given its turn. `guess` is what somebody would guess at an answer of a case without a look: a
    seat by its place in turn, cards by their number. `answers` are the right answers there may be
    at a level, as they are guessed: each is right as often as the others. Where they are too many
    to name, the questions are spread over those that are found. `spread` is how many deals are
    looked through for other answers. `under` gives the same cards and calls under another rulebook
    of its games, if they can be had there.

    Questions of another `edition` are other ones, and have other ids: where a drill was mended,
    what somebody was asked before is not taken for what is asked now.
    """

    id: str
    title: str
    sentence: str
    rules: tuple[str, ...]
    wrong_rules: tuple[WrongRule, ...]
    draw: Callable[[Variant, int, SeededChance], Case | None]
    find: Callable[[Case], Finding]
    pose: Callable[[Case, Language], DrillPrompt]
    traits: tuple[str, ...]
    applies: Callable[[Variant], bool] = lambda _: True
    seek: Callable[[Variant, int, SeededChance, WrongRule], Case | None] | None = None
    guess: Callable[[Case, str], str] = lambda _, answer: answer
    answers: Callable[[int], Sequence[str]] = lambda _: ()
    under: Callable[[Case, Variant], Case | None] = lambda *_: None
    spread: int = 0
    edition: int = 1

    @property
    def games(self) -> tuple[str, ...]:
        """The games it belongs to."""
        return tuple([game for game in games() if traits(game).issuperset(self.traits)])

    def suits(self, variant: Variant) -> bool:
        """Whether the skill makes sense under a rulebook."""
        return variant.game in self.games and self.applies(variant) and bool(self.against(variant))

    def against(self, variant: Variant) -> tuple[WrongRule, ...]:
        """The wrong rules that are wrong under a rulebook."""
        return tuple([wrong for wrong in self.wrong_rules if wrong.applies(variant)])


def skill(name: str, /, *parts: Any, **more: Any) -> Skill:
    """The skill of a row of ``variants/drills/skills.yaml``; its parts are those of `Skill`.

    They begin with the wrong rules: title, sentence and articles are in the row.
    """
    row = _rows("skills")[name]
    return Skill(name, row["title"], row["sentence"], tuple(row["rules"]), *parts, **more)


def shown_at(
    wrong_rules: tuple[WrongRule, ...], **levels: tuple[int, ...]
) -> tuple[WrongRule, ...]:
    """Say of some wrong rules, by their names, at which levels they can be shown."""
    return tuple([wrong._replace(levels=levels.get(wrong.name, LEVELS)) for wrong in wrong_rules])


def told_by(wrong_rules: tuple[WrongRule, ...], **only: tuple[str, ...]) -> tuple[WrongRule, ...]:
    """Say of some wrong rules, by their names, which answers there may be to them."""
    return tuple([wrong._replace(only=only.get(wrong.name, ())) for wrong in wrong_rules])


def first_told_apart(
    cases: Iterable[Case], target: WrongRule, find: Callable[[Case], Finding]
) -> Case | None:
    """The first of some cases in which a wrong rule has another answer than the engine."""
    return next((c for c in cases if target.answer(c) not in ("", find(c).value)), None)


def random_steps(position: Position, chance: SeededChance, most: int) -> list[Step]:
    """The steps of a hand played at random: `most` of them, or those until nobody is to speak."""
    steps: list[Step] = []
    while position.speaker and len(steps) < most:
        made = step(position, random_call(position, chance.random))
        assert isinstance(made, Step), "chance plays by the rules"
        steps.append(made)
        position = made.after
    return steps


def told_by_steps(answer: str, *steps: Step) -> Finding:
    """An answer of the engine, with the sentences on some steps as its reasons."""
    return Finding(answer, told_always(partial(step_lines, steps)))


TRIES = 400
"""How many deals are drawn at a level before the search goes on at the next."""
BY_CHANCE, SOUGHT = 15, 160
"""Cases drawn at random before `seek` is used, and cases `seek` then tries."""
ALIKE = 16
"""The most cases that a question with `spread` is chosen from."""
ROUNDS = 2
"""How many turns each wrong rule has before they are counted anew."""
QUESTIONS_A_LEVEL = 3
"""How many questions a level has, where nobody chose one."""
LARGEST_SEED = 2**63 - 1
LARGEST_NUMBER = 9_999_999


class Drawn(NamedTuple):
    """A case that was drawn, the wrong rule it is drawn against, and the right answer."""

    case: Case
    target: WrongRule
    answer: str


def level_of(number: int) -> int:
    """The level of a question of a drill, where nobody chose one.

    >>> level_of(1), level_of(4), level_of(100)
    (1, 2, 5)
    """
    return min(LEVELS[0] + (number - 1) // QUESTIONS_A_LEVEL, LEVELS[-1])


def climbed(levels: Sequence[int], outcomes: Sequence[str]) -> tuple[int, ...]:
    """The levels of questions that follow the answers: one more than there are outcomes.

    Two answers right at once at a level lead to the next, a mistake or a shown answer to the one
    before. The first `levels` are given, and stay.

    >>> climbed((1,), ("right", "right", "hinted", "wrong", "shown"))
    (1, 1, 2, 2, 1, 1)
    """
    found = [*levels]
    for number in range(len(found), len(outcomes) + 1):
        last, level = outcomes[number - 1], found[-1]
        again = number > 1 and outcomes[number - 2] == last and found[number - 2] == level
        change = -1 if last in ("wrong", "shown") else int(again and last == "right")
        found.append(min(max(level + change, LEVELS[0]), LEVELS[-1]))
    return tuple(found)


def refuse(skill: Skill, variant: Variant) -> None:
    """Raise LessonError where a skill makes no sense under a rulebook."""
    if variant.game not in skill.games:
        raise LessonError(
            mark("The drill {skill} does not belong to {game}: choose a variant of {games}."),
            skill=skill.id,
            game=title(variant.game),
            games=" / ".join(map(title, skill.games)),
        )
    if not skill.suits(variant):
        raise _nothing_to_ask(skill, variant)


def _nothing_to_ask(skill: Skill, variant: Variant) -> LessonError:
    sentence = mark("Under {variant} there is nothing to ask in the drill {skill}.")
    return LessonError(sentence, skill=skill.id, variant=variant.id)


def draw(skill: Skill, *, seed: int, number: int, variant: Variant, level: int | None) -> Drawn:
    """Draw the case of a question: one on which a wrong rule gives another answer.

    One that a level cannot show is asked about at the next level that can. Where no deal that
    is drawn tells a rule apart, or none with the answer wanted, the next has its turn.
    """
    refuse(skill, variant)
    asked = level_of(number) if level is None else level
    wanted, targets = _turn(skill, variant, seed, number, asked)
    other = None
    for target in targets:
        if other and target.only and wanted not in target.only:
            break
        by_chance = TRIES if skill.seek is None else BY_CHANCE
        for tried in _levels(asked, target):
            name = f"{edition(skill)}/{variant.id}/{seed}/{number}/{tried}/{target.name}"
            chance = SeededChance(name)
            found = _telling(skill, variant, tried, chance, target, by_chance)
            if first := next(found, None):
                drawn = _spread(skill, first, found, chance, wanted) if skill.spread else first
                if not wanted or _guessed(skill, drawn) == wanted:
                    return drawn
                other = other or drawn
                break
            by_chance = 0 if skill.seek else TRIES
    if other:
        return other
    raise _nothing_to_ask(skill, variant)


def _turn(
    skill: Skill, variant: Variant, seed: int, number: int, level: int
) -> tuple[str, list[WrongRule]]:
    """The wanted answer, or an empty text, and the wrong rules to show, the best first.

    The answer is drawn first and by itself, so that nothing that was asked before tells of it. The
    rule shown least often recently comes first of those that can be shown by it.
    """
    wrong_rules = [wrong for wrong in skill.against(variant) if wrong.levels]
    before = (number - 1) % (ROUNDS * len(wrong_rules))
    chance = SeededChance(f"{edition(skill)}/{variant.id}/{seed}/{number - before}")
    turns = Counter[str]()
    answers = skill.answers(level)
    for _ in range(before + 1):
        wanted = chance.one_of(answers) if answers else ""
        able = [wrong for wrong in wrong_rules if not wanted or wanted in (wrong.only or (wanted,))]
        targets = chance.some_of(able, len(able)) or wrong_rules
        targets.sort(key=lambda wrong: turns[wrong.name])
        turns[targets[0].name] += 1
    return wanted, [*targets, *[wrong for wrong in wrong_rules if wrong not in targets]]


def _telling(
    skill: Skill,
    variant: Variant,
    level: int,
    chance: SeededChance,
    target: WrongRule,
    by_chance: int,
) -> Iterator[Drawn | None]:
    """Draw cases that tell a wrong rule apart; after the first, nothing for each that does not."""
    some = False
    for deal in range(by_chance + (SOUGHT if skill.seek else 0)):
        if skill.seek is None or deal < by_chance:
            case = skill.draw(variant, level, chance)
        else:
            case = skill.seek(variant, level, chance, target)
        believed = target.answer(case) if case is not None else ""
        if believed and believed != (answer := skill.find(case).value):
            some = True
            yield Drawn(case, target, answer)
        elif some:
            yield None


def _spread(
    skill: Skill, first: Drawn, more: Iterator[Drawn | None], chance: SeededChance, wanted: str
) -> Drawn:
    """Of some cases that ask alike, one with the answer wanted, or one whose answer is drawn."""
    answers = {_guessed(skill, first): first}
    alike = 1
    for drawn in islice(more, skill.spread):
        if wanted in answers or (alike == ALIKE and not wanted):
            break
        if drawn is not None and _asked(drawn) == _asked(first):
            answers.setdefault(_guessed(skill, drawn), drawn)
            alike += 1
    return answers.get(wanted) or chance.one_of(list(answers.values()))


def _asked(drawn: Drawn) -> str:
    """What is asked of a case, in families that ask this and that."""
    return getattr(drawn.case, "asked", "")


def _guessed(skill: Skill, drawn: Drawn) -> str:
    return skill.guess(drawn.case, drawn.answer)


def _levels(asked: int, target: WrongRule) -> Iterator[int]:
    """The level asked for, then the harder ones, then the easier ones, if they show the rule."""
    yield from (level for level in LEVELS if level >= asked and level in target.levels)
    yield from (level for level in reversed(LEVELS) if level < asked and level in target.levels)


def stop(
    skill: Skill,
    *,
    seed: int,
    number: int,
    variant: Variant,
    language: Language,
    level: int | None = None,
) -> Stop:
    """The question of a number with its scene, as a place to stop at."""
    case, target, answer = draw(skill, seed=seed, number=number, variant=variant, level=level)
    posed = skill.pose(case, language)
    told: dict[str, Misconception] = {}
    for wrong in (target, *skill.against(variant)):
        believed = wrong.answer(case)
        if believed and believed != answer and believed not in told:
            told[believed] = Misconception(wrong.name, language.say(wrong.idea))
    question = Question(
        id=identifier(skill, variant, seed, number, level),
        skill=skill.id,
        kind=posed.kind,
        prompt=posed.prompt,
        answer=answer,
        choices=posed.choices,
        deck=game_of(variant.game).chance.deck,
        game=variant.game,
        hints=posed.hints,
        misconceptions=told,
        why=partial(skill.find(case).why, language),
        elsewhere=lambda: [skill.pose(case, open_language(code)).choices for code in available()],
    )
    # Of the question as it is here: one that held itself would wait for the collector.
    question = question._replace(under=partial(_under, skill, case, question, language))
    scene = posed.scene._replace(title=language.say(skill.title), articles=skill.rules)
    return Stop(str(number), scene, question)


def _under(
    skill: Skill, case: Case, question: Question, language: Language, variant: Variant
) -> Question:
    """The question under another rulebook; raises LessonError where it makes no sense there."""
    if variant.game not in skill.games:
        refuse(skill, variant)
    there = skill.under(case, variant)
    if there is None:
        raise LessonError(mark("The same cards and calls cannot be had there."))
    posed = skill.pose(there, language)
    found = skill.find(there)
    why = partial(found.why, language)
    return question._replace(answer=found.value, choices=posed.choices, why=why)


def identifier(
    skill: Skill, variant: Variant, seed: int, number: int, level: int | None = None
) -> str:
    """The permanent id of a question of a drill; a level that was chosen comes last.

    >>> from mustutor.tutor.drills import skill_named
    >>> from mustutor.model.variant import load_variant
    >>> identifier(skill_named("grande.order"), load_variant("fournier"), 7, 3)
    'drill:grande.order.2/fournier/7/3'
    """
    name = f"drill:{edition(skill)}/{variant.id}/{seed}/{number}"
    return name if level is None else f"{name}/{level}"


def edition(skill: Skill) -> str:
    """A skill as its questions name it: of an edition after the first with its number."""
    return skill.id if skill.edition == 1 else f"{skill.id}.{skill.edition}"


def unknown(skill: str, known: Iterable[str]) -> LessonError:
    """Say that there is no such skill, and the nearest, or else which there are."""
    names = list(known)
    if near := get_close_matches(skill, names, 1, 0.5):
        return LessonError(mark("There is no drill {skill}."), skill=skill, hint=near[0])
    sentence = mark("There is no drill {skill}: the drills are {skills}.")
    return LessonError(sentence, skill=skill, skills=", ".join(names))


Thing = TypeVar("Thing")


class SeededChance:
    """Draws things from a seed in words; the same words always draw the same.

    Python promises to keep what a text seeds, and `random()` itself; everything here is made of
    those two.

    >>> SeededChance("a").below(10) == SeededChance("a").below(10)
    True
    """

    __slots__ = ("random",)

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def below(self, number: int) -> int:
        """Draw a whole number from 0 on that is smaller than this one."""
        return int(self.random.random() * number)

    def between(self, least: int, most: int) -> int:
        """Draw a whole number from the least to the most, both included."""
        return least + self.below(most - least + 1)

    def happens(self, likelihood: float) -> bool:
        """Draw whether something happens that does so often."""
        return self.random.random() < likelihood

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """Draw one of some things."""
        return things[self.below(len(things))]

    def some_of(self, things: Sequence[Thing], number: int) -> list[Thing]:
        """Draw `number` of some things, each at most once, in the order drawn."""
        left, drawn = list(things), self.random.random
        return [left.pop(int(drawn() * len(left))) for _ in range(number)]  # as `below` draws
