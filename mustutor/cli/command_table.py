"""The table of commands: where each is, one sentence that says what it does, and examples.

A module is imported when its command is typed, never before: `mustutor hand` pays for hands
alone. A command's function takes `console: Console` first, then a row of `mustutor.cli.parameters`
for each word of its command line, and returns its exit status (nothing means done).
"""

from __future__ import annotations

from typing import NamedTuple

from mustutor.base.language import Language, mark


class CommandEntry(NamedTuple):
    """A command: its function, its sentence, examples of how it is typed.

    `wrong` says what its exit status 1 means; without it, it never ends so.
    """

    module: str
    function: str
    sentence: str
    examples: tuple[str, ...] = ()
    wrong: str = ""


class CommandGroup(NamedTuple):
    """A word that more words follow, as `replay` in `replay verify`.

    `own` is what it does where none follows; without it, one must.
    """

    sentence: str
    commands: dict[str, CommandEntry | CommandGroup]
    own: CommandEntry | None = None


def command(place: str, sentence: str, *examples: str, wrong: str = "") -> CommandEntry:
    """A row of the table; its place is a module below `mustutor.cli` and a function of it."""
    module, _, function = place.rpartition(".")
    return CommandEntry(module, function, sentence, examples, wrong)


REPLAY = CommandGroup(
    mark("Records of play: verify them, read them, step through them, make some."),
    {
        "list": command(
            "replay.records.listing", mark("List the records that come along, and what each shows.")
        ),
        "verify": command(
            "replay.verify.verify",
            mark("Compare what a record states with what the rules say."),
            "mustutor replay verify whole_game",
            "mustutor replay verify *.json --json",
            "mustutor replay verify ./league --jobs 4",
            "mustutor replay verify ./league --shard 3/8 --summary 3.json",
            wrong=mark("a record is wrong"),
        ),
        "merge": command(
            "archive.merge",
            mark("Add up what was found in the shares of a large archive."),
            "mustutor replay merge 1.json 2.json",
            "mustutor replay merge *.json --json",
            wrong=mark("a record is wrong"),
        ),
        "show": command(
            "replay.show.show",
            mark("Write a record as text to read, with its notes."),
            "mustutor replay show worked_example_2",
        ),
        "play": command(
            "replay.play.play",
            mark("Play a record back, call by call."),
            "mustutor replay play match_to_three_games --step",
            "mustutor replay play ordago_accepted --from 1.chica",
            wrong=mark("a call is refused"),
        ),
        "analyse": command(
            "replay.analyse.analyse",
            mark("Say what each call was worth, and how much of the result was luck."),
            "mustutor replay analyse whole_game",
            "mustutor replay analyse friday.json --seat A1 --bad 3",
            "mustutor replay analyse friday.json --json",
            "mustutor replay analyse friday.json -o with_notes.json",
            "mustutor replay analyse friday.json --html coach.html",
        ),
        "import": command(
            "replay.sheets.import_sheets",
            mark("Read records out of a score sheet, a page or a link."),
            "mustutor replay import friday_at_the_bar -o friday.json",
            "mustutor replay import hand.html -o hand.json",
            "mustutor replay import - < friday.mus",
        ),
        "export": command(
            "replay.sheets.export",
            mark("Write records as score sheets; one as a page that plays it, pictures, a link."),
            "mustutor replay export worked_example_2 --text",
            "mustutor replay export madrid_refused_raise --html -o hand.html",
            "mustutor replay export madrid_refused_raise --svg --at 1.pares.6 -o hand.svg",
            "mustutor replay export madrid_refused_raise --gif -o hand.gif",
            "mustutor replay export punto --link --page https://club.example/hand.html",
            "mustutor replay export whole_game --text --bare",
        ),
        "record": command(
            "replay.record.record",
            mark("Take a match down as it is played, call by call."),
            "mustutor replay record tonight.json --variant madrid",
            "mustutor replay record tonight.json --deal dealt.json",
            "mustutor replay record --variant encaje --seats 5 < calls.txt",
            wrong=mark("a line from a pipe was refused"),
        ),
        "redact": command(
            "replay.trust.redact",
            mark("Copy a record without what the table, or a seat, may not see."),
            "mustutor replay redact whole_game --view table",
            "mustutor replay redact whole_game --view A -o for_amaia.json",
            wrong=mark("the record does not allow it"),
        ),
        "seal": command(
            "replay.trust.seal",
            mark("Write checks, ledger and seals anew into a record that verifies."),
            "mustutor replay seal friday.json -o sealed.json",
            "mustutor replay seal punto --strip",
            wrong=mark("a record does not verify"),
        ),
        "sign": command(
            "replay.trust.sign",
            mark("Sign the seal of a record with a key of your own."),
            "mustutor replay sign friday.json --key my.key -o signed.json",
            wrong=mark("a record does not verify"),
        ),
        "key": CommandGroup(
            mark("Keys to sign records with: make one, or show its public half."),
            {
                "new": command(
                    "replay.trust.key_new",
                    mark("Make a key to sign records with."),
                    "mustutor replay key new -o my.key",
                ),
                "show": command(
                    "replay.trust.key_show",
                    mark("Show the public half of a key, for others to compare."),
                    "mustutor replay key show my.key",
                ),
            },
        ),
        "commit": command(
            "replay.trust.commit",
            mark("Commit to a secret seed, before the table adds its words and you deal."),
            "mustutor replay commit --variant madrid -o secret.json",
        ),
        "deal": command(
            "replay.trust.deal",
            mark("Deal by a secret seed and the words of the table."),
            'mustutor replay deal secret.json --words "red wine" -o dealt.json',
        ),
        "reveal": command(
            "replay.trust.reveal",
            mark("Put the seed and the cards into the record, after the match."),
            "mustutor replay reveal played.json --secret dealt.json -o told.json",
            wrong=mark("the record does not allow it"),
        ),
        "simulate": command(
            "replay.play.simulate",
            mark("Make legal random matches, one record a line."),
            "mustutor replay simulate --variant madrid --matches 2 --seed 7",
            "mustutor replay simulate --variant encaje --seats 4",
        ),
    },
)


COMMANDS = CommandGroup(
    mark("Mus and three games more: taught, settled and verified, with a reason for every stone."),
    {
        "tour": command(
            "tour.tour",
            mark("Watch one hand played, settled, explained and verified."),
            "mustutor tour",
            "mustutor tour encaje",
            "mustutor tour --lang es",
            wrong=mark("the record it shows does not verify"),
        ),
        "learn": command(
            "tutor.learn.learn",
            mark("Take a lesson, or go on where you stopped."),
            "mustutor learn",
            "mustutor learn grande",
            "mustutor learn --placement",
            "mustutor learn grande --transcript",
            wrong=mark("a question was answered wrongly"),
        ),
        "drill": command(
            "tutor.learn.drill",
            mark("Practise one skill, on hands where a wrong idea always gives a wrong answer."),
            "mustutor drill",
            "mustutor drill juego.order --seed 7",
            "mustutor drill count.hand --number 3 --transcript",
            "mustutor drill juego.order --html questions.html",
            wrong=mark("a question was answered wrongly"),
        ),
        "puzzle": command(
            "tutor.learn.puzzle",
            mark("Say what to do at a table under way; a wrong call is played out."),
            "mustutor puzzle",
            "mustutor puzzle cut --seed 3 --number 5 --transcript",
            "mustutor puzzle --daily",
            wrong=mark("a question was answered wrongly"),
        ),
        "hand": command(
            "hands.hand",
            mark("Tell what four cards are worth in each lance."),
            "mustutor hand RRCA",
            "mustutor hand 7o 7e 7b So --json",
        ),
        "compare": command(
            "hands.compare",
            mark("Tell which hand wins a lance, and why; give the hands in mano order."),
            "mustutor compare grande RRC4 RRSA",
            'mustutor compare pares "R R C 4" "R R S A"',
        ),
        "odds": command(
            "hands.odds_of",
            mark("Tell how often four cards win each lance, every deal counted."),
            "mustutor odds R R C A",
            "mustutor odds 7 7 7 S --seats A,B --seat B",
            "mustutor odds R R R A --seat A2 --said B1=pares,no_juego --said A1=no_pares",
            'mustutor odds R R S 4 --known A2="A A 4 5" --out "R R" --json',
            "mustutor odds R R 4 5 --discard",
        ),
        "play": command(
            "play.play",
            mark("Sit down to a match: players of the house, people at one keyboard, any game."),
            "mustutor play",
            "mustutor play --step next",
            "mustutor play --variant encaje --seats 3 --practice",
            wrong=mark("with --no-input, a program did what cannot stand"),
        ),
        "settle": command(
            "settle.settle",
            mark("Recompute a record, explain every stone and judge what was claimed."),
            "mustutor settle match_to_three_games",
            "mustutor settle ordago_refused --diff fournier madrid",
            "mustutor settle refusers_cards_win --why-not A1 grande",
            "mustutor settle - --json",
            wrong=mark("a call is refused or a claim is false"),
        ),
        "judge": command(
            "judge.judge",
            mark("Judge a quarrel, question by question, and give the verdict with its reasons."),
            "mustutor judge",
            "mustutor judge --variant madrid -o quarrel.json",
            "mustutor judge --answers answers.txt --json",
            wrong=mark("a claim is false"),
        ),
        "replay": REPLAY,
        "archive": CommandGroup(
            mark("Archives of many matches as tables: write them, and ask them questions."),
            {
                "export": command(
                    "archive.export",
                    mark("Write an archive as tables (Parquet), to be asked with SQL."),
                    "mustutor archive export ./league --parquet ./tables",
                    "mustutor archive export *.jsonl --parquet ./tables --jobs 4",
                ),
                "query": command(
                    "archive.query",
                    mark("Ask the tables of an archive: common faults, wrong claims, and more."),
                    "mustutor archive query --list",
                    "mustutor archive query claims ./tables",
                    "mustutor archive query pares --sql",
                ),
            },
        ),
        "variant": CommandGroup(
            mark("Rule variants: list them, read them, compare them, check your own."),
            {
                "list": command("variants.listing", mark("List the variants, each in a sentence.")),
                "show": command(
                    "variants.show",
                    mark("Show every rule of a variant."),
                    "mustutor variant show madrid",
                ),
                "diff": command(
                    "variants.diff",
                    mark("Show where two variants differ."),
                    "mustutor variant diff fournier madrid",
                ),
                "check": command(
                    "variants.check",
                    mark("Check a variant of your own."),
                    "mustutor variant check our_table.yaml",
                    wrong=mark("the variant is wrong"),
                ),
                "new": command(
                    "variants.new",
                    mark("Write a variant of your own: what it builds on and where it differs."),
                    "mustutor variant new our_table --extends madrid",
                    "mustutor variant new our_table --set score.target=30 --set deck.kings=4",
                ),
            },
        ),
        "lesson": CommandGroup(
            mark("Lessons: list them, check them, write one of your own."),
            {
                "list": command(
                    "lessons.listing",
                    mark("List the lessons in the order of the course."),
                    "mustutor lesson list",
                    "mustutor lesson list --untaught",
                ),
                "check": command(
                    "lessons.check",
                    mark("Check lessons: every answer, every call, every word."),
                    "mustutor lesson check",
                    "mustutor lesson check ./our_lesson",
                    wrong=mark("a lesson is wrong"),
                ),
                "new": command(
                    "lessons.new",
                    mark("Write a lesson of your own: a small one to begin with."),
                    "mustutor lesson new our_lesson",
                    "mustutor learn ./our_lesson",
                ),
            },
        ),
        "site": command(
            "site.writing.site",
            mark("Write the pocket referee: static pages that run mustutor in a browser."),
            "mustutor site ./pocket",
            "mustutor site ./pocket --pyodide node_modules/pyodide",
        ),
        "rule": command(
            "reference.rule",
            mark("Read an article of the rulebook, or find one by words."),
            "mustutor rule órdago",
            "mustutor rule MUS-DEJE-3",
            "mustutor rule irregularities",
        ),
        "review": command(
            "tutor.learn.review",
            mark("See again what is due: skills you have practised, and your own mistakes."),
            "mustutor review",
            "mustutor review --list",
            "mustutor review --failed",
            wrong=mark("a question was answered wrongly"),
        ),
        "progress": CommandGroup(
            mark("Show how far you are; save, move, merge or repair your progress."),
            {
                "export": command(
                    "tutor.progress.export",
                    mark("Write your progress to a file, for another computer."),
                    "mustutor progress export mine.json",
                ),
                "import": command(
                    "tutor.progress.take",
                    mark("Add the progress of another file to yours; nothing is lost."),
                    "mustutor progress import mine.json",
                ),
                "reset": command(
                    "tutor.progress.reset",
                    mark("Begin a lesson or a skill again, or everything."),
                    "mustutor progress reset grande",
                    "mustutor progress reset --all",
                ),
                "doctor": command(
                    "tutor.progress.doctor",
                    mark("Say what is wrong with the file of progress, and repair it."),
                    "mustutor progress doctor",
                    "mustutor progress doctor --repair",
                    wrong=mark("something is wrong with the file"),
                ),
            },
            command(
                "tutor.progress.show",
                mark("Show how far you are; save, move, merge or repair your progress."),
                "mustutor progress",
                "mustutor progress --json",
            ),
        ),
        "config": CommandGroup(
            mark("What you always want: rules, language, names, level."),
            {
                "show": command("config.show", mark("Show every setting and its source.")),
                "set": command(
                    "config.change",
                    mark("Set what is always wanted; a flag, or the environment, goes before it."),
                    "mustutor config set variant madrid",
                    "mustutor config set lang es",
                ),
                "unset": command("config.unset", mark("Take a setting back.")),
            },
            command(
                "config.show",
                mark("What you always want: rules, language, names, level."),
                "mustutor config",
                "mustutor config set variant madrid",
            ),
        ),
        "languages": command(
            "reference.languages",
            mark("List the languages, and how far each is."),
            "mustutor languages",
            "mustutor languages --json",
        ),
        "schema": command(
            "reference.schema",
            mark("Write the JSON Schema of a variant, a record, a lesson or the progress."),
            "mustutor schema replay",
        ),
    },
)


def other_commands(language: Language) -> list[tuple[str, str]]:
    """What is typed for all that is no lesson: a match, a dispute, a hand, the rules."""
    say = language.say
    file = say("FILE")
    return [
        ("mustutor play", say("sit down to a match with players of the house")),
        (f"mustutor settle {file}", say("settle a dispute: a record recomputed, stone by stone")),
        (f"mustutor replay play {file}", say("play back a hand, call by call")),
        ("mustutor rule", say("learn the rules, article by article")),
        ("mustutor tour", say("see it all: one hand played, settled, explained, verified")),
        ("mustutor --help", say("every command")),
    ]
