"""The commands of `mustutor replay`: where each lives, and one sentence that says what it does."""

from __future__ import annotations

from mustutor.cli.entries import CommandEntry, CommandGroup
from mustutor.language import mark

REPLAY = CommandGroup(
    mark("Records of play: verify them, read them, step through them, make some."),
    {
        "list": CommandEntry(
            "replay.listing",
            "listing",
            mark("List the records that come along, and what each shows."),
        ),
        "verify": CommandEntry(
            "replay.verify",
            "verify",
            mark("Compare what a record states with what the rules say."),
            (
                "mustutor replay verify whole_game",
                "mustutor replay verify *.json --json",
                "mustutor replay verify ./league --jobs 4",
                "mustutor replay verify ./league --shard 3/8 --summary 3.json",
            ),
            wrong=mark("a record is wrong"),
        ),
        "merge": CommandEntry(
            "archive",
            "merge",
            mark("Add up what was found in the shares of a large archive."),
            ("mustutor replay merge 1.json 2.json", "mustutor replay merge *.json --json"),
            wrong=mark("a record is wrong"),
        ),
        "show": CommandEntry(
            "replay.show",
            "show",
            mark("Write a record as text to read, with its notes."),
            ("mustutor replay show worked_example_2",),
        ),
        "play": CommandEntry(
            "replay.play",
            "play",
            mark("Play a record back, call by call."),
            (
                "mustutor replay play match_to_three_games --step",
                "mustutor replay play ordago_accepted --from 1.chica",
            ),
            wrong=mark("a call is refused"),
        ),
        "analyse": CommandEntry(
            "replay.analyse",
            "analyse",
            mark("Say what each call was worth, and how much of the result was luck."),
            (
                "mustutor replay analyse whole_game",
                "mustutor replay analyse friday.json --seat A1 --bad 3",
                "mustutor replay analyse friday.json --json",
                "mustutor replay analyse friday.json -o with_notes.json",
                "mustutor replay analyse friday.json --html coach.html",
            ),
        ),
        "import": CommandEntry(
            "replay.sheets",
            "take",
            mark("Read records out of a score sheet, a page or a link."),
            (
                "mustutor replay import friday_at_the_bar -o friday.json",
                "mustutor replay import hand.html -o hand.json",
                "mustutor replay import - < friday.mus",
            ),
        ),
        "export": CommandEntry(
            "replay.sheets",
            "export",
            mark("Write records as score sheets; one as a page that plays it, pictures, a link."),
            (
                "mustutor replay export worked_example_2 --text",
                "mustutor replay export madrid_refused_raise --html -o hand.html",
                "mustutor replay export madrid_refused_raise --svg --at 1.pares.6 -o hand.svg",
                "mustutor replay export madrid_refused_raise --gif -o hand.gif",
                "mustutor replay export punto --link --page https://club.example/hand.html",
                "mustutor replay export whole_game --text --bare",
            ),
        ),
        "record": CommandEntry(
            "replay.record",
            "record",
            mark("Take a match down as it is played, call by call."),
            (
                "mustutor replay record tonight.json --variant madrid",
                "mustutor replay record tonight.json --deal dealt.json",
                "mustutor replay record --variant encaje --seats 5 < calls.txt",
            ),
            wrong=mark("a line from a pipe was refused"),
        ),
        "redact": CommandEntry(
            "replay.trust",
            "redact",
            mark("Copy a record without what the table, or a seat, may not see."),
            (
                "mustutor replay redact whole_game --view table",
                "mustutor replay redact whole_game --view A -o for_amaia.json",
            ),
            wrong=mark("the record does not allow it"),
        ),
        "seal": CommandEntry(
            "replay.trust",
            "seal",
            mark("Write checks, ledger and seals anew into a record that verifies."),
            (
                "mustutor replay seal friday.json -o sealed.json",
                "mustutor replay seal punto --strip",
            ),
            wrong=mark("a record does not verify"),
        ),
        "sign": CommandEntry(
            "replay.trust",
            "sign",
            mark("Sign the seal of a record with a key of your own."),
            ("mustutor replay sign friday.json --key my.key -o signed.json",),
            wrong=mark("a record does not verify"),
        ),
        "key": CommandGroup(
            mark("Keys to sign records with: make one, or show its public half."),
            {
                "new": CommandEntry(
                    "replay.trust",
                    "key_new",
                    mark("Make a key to sign records with."),
                    ("mustutor replay key new -o my.key",),
                ),
                "show": CommandEntry(
                    "replay.trust",
                    "key_show",
                    mark("Show the public half of a key, for others to compare."),
                    ("mustutor replay key show my.key",),
                ),
            },
        ),
        "commit": CommandEntry(
            "replay.trust",
            "commit",
            mark("Commit to a secret seed, before the table adds its words and you deal."),
            ("mustutor replay commit --variant madrid -o secret.json",),
        ),
        "deal": CommandEntry(
            "replay.trust",
            "deal",
            mark("Deal by a secret seed and the words of the table."),
            ('mustutor replay deal secret.json --words "red wine" -o dealt.json',),
        ),
        "reveal": CommandEntry(
            "replay.trust",
            "reveal",
            mark("Put the seed and the cards into the record, after the match."),
            ("mustutor replay reveal played.json --secret dealt.json -o told.json",),
            wrong=mark("the record does not allow it"),
        ),
        "simulate": CommandEntry(
            "replay.simulate",
            "simulate",
            mark("Make legal random matches, one record a line."),
            (
                "mustutor replay simulate --variant madrid --matches 2 --seed 7",
                "mustutor replay simulate --variant encaje --seats 4",
            ),
        ),
    },
)
