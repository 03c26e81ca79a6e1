-- The tables an archive is written as: what a row of each is, and what stands in its columns.
-- The names are those of the game and of the format, but for words that SQL keeps for itself:
-- what `ledger` calls `from` and `to` are `payer` and `receiver` here. NULL is what the record
-- does not tell, or what does not apply.

-- a match, or what could not be read
CREATE TABLE matches (
    match BIGINT, -- which match of the archive, from 1 in its order
    file VARCHAR, -- the file it stands in, as it was named
    number BIGINT, -- which match of the file, from 1
    line BIGINT, -- the line it stands on, in a file of a match a line
    byte BIGINT, -- the byte that line begins at; of a packed file, once unpacked
    variant VARCHAR, -- the rulebook the record names
    game VARCHAR, -- `mus` or `encaje`; nothing where the rules are not known
    seats BIGINT, -- how many sit at the table
    seating VARCHAR, -- the seats in speaking order: `A1 B1 A2 B2`
    players MAP(VARCHAR, VARCHAR), -- the names, by seat, of those who have one
    event VARCHAR, -- as the record has it
    place VARCHAR, -- as the record has it
    date VARCHAR, -- as the record has it, text and not a date
    recorder VARCHAR, -- who took the match down
    view VARCHAR, -- what the recorder saw: `full`, `table`, or a seat
    hands_recorded BIGINT, -- how many hands the record has
    hands_played BIGINT, -- how many of them could be played back: those before a fault
    calls BIGINT, -- how many calls were heard in them
    verdict VARCHAR, -- `ok`, or what `mustutor replay verify` found
    complete BOOLEAN, -- whether everything could be judged
    winner VARCHAR, -- the side that won the game the last hand decided, if it did (Mus)
    loser VARCHAR -- the side that lost the game the last hand decided (Encaje)
);

-- a hand that was played back
CREATE TABLE hands (
    match BIGINT, -- which match of the archive, from 1 in its order
    hand BIGINT, -- which hand of the match, from 1
    game BIGINT, -- which game of the match it belongs to, from 1
    mano VARCHAR, -- the seat that is mano at its end: in mus corrido, who cut
    known BIGINT, -- of how many seats the cards are known at its end
    discards BIGINT, -- how many times cards were thrown and served
    calls BIGINT, -- how many calls were heard
    stones BIGINT, -- how many stones moved
    settled BOOLEAN, -- whether all its stones are known
    winner VARCHAR, -- the side that won a game with it (Mus)
    loser VARCHAR, -- the side that lost a game with it (Encaje)
    after MAP(VARCHAR, BIGINT) -- the stones of each side at its end, recomputed
);

-- the cards of a seat at the end of a hand, where they are known
CREATE TABLE holdings (
    match BIGINT, -- which match of the archive, from 1 in its order
    hand BIGINT, -- which hand of the match, from 1
    seat VARCHAR, -- whose cards
    side VARCHAR, -- the side of the seat: `A` of `A1`
    cards VARCHAR, -- as printed: `Ro 3c Ab 7e`
    pares VARCHAR, -- `par`, `medias` or `duples`
    points BIGINT, -- the sum of the cards, for juego and punto
    juego BOOLEAN, -- whether they are juego
    real BOOLEAN -- whether they are la Real
);

-- a lance that came to its end
CREATE TABLE lances (
    match BIGINT, -- which match of the archive, from 1 in its order
    hand BIGINT, -- which hand of the match, from 1
    lance VARCHAR, -- `grande`, `chica`, `pares`, `juego` or `punto`
    ended VARCHAR, -- `unbet`, `lone`, `void`, `nobody`, `unanswered_bet`, `unanswered_raise`, `seen` or `ordago`
    stake BIGINT, -- the last stake on the table; 0 where nobody bet or by órdago
    ordago BOOLEAN, -- whether the last bet was an órdago, seen or not
    bettor VARCHAR, -- the seat that made the last bet
    claimants VARCHAR -- the seats whose hands count, from mano: `A1 B2`
);

-- a call that was heard
CREATE TABLE calls (
    match BIGINT, -- which match of the archive, from 1 in its order
    hand BIGINT, -- which hand of the match, from 1
    round BIGINT, -- which round of the hand, from 1: mus may be talked again
    lance VARCHAR, -- the lance of the round, or `mus`, or `descarte`
    call BIGINT, -- which call of the round, from 1
    seat VARCHAR, -- who spoke
    verb VARCHAR, -- `paso`, `envido`, `subo`, `quiero`, `sena` ...
    stake BIGINT, -- the stake it makes, of `envido` and `subo`
    said VARCHAR, -- the whole call in its one spelling: `B subo a 5`
    recorded VARCHAR, -- the call as it is written in the record
    at_ms BIGINT -- when, in milliseconds
);

-- a movement of stones, recomputed, with its article
CREATE TABLE movements (
    match BIGINT, -- which match of the archive, from 1 in its order
    hand BIGINT, -- which hand of the match, from 1
    movement BIGINT, -- which movement of the hand, from 1
    lance VARCHAR, -- `grande`, `chica`, `pares`, `juego` or `punto`
    moment VARCHAR, -- `at_once` or `showdown`
    item VARCHAR, -- what for: `deje`, `envite`, `paso`, `duples`, `pot` ...
    payer VARCHAR, -- the account it leaves: a side, `pot:grande`, `out` or `bank`
    receiver VARCHAR, -- the account it enters
    stones BIGINT, -- how many stones; 0 for an órdago, which wins the game
    rule VARCHAR, -- the article
    wins_game BOOLEAN, -- whether it wins the game by itself
    seat VARCHAR, -- whose hand earned it, where a hand did by itself
    figure VARCHAR -- what that hand is: `par`, `duples`, `juego31` ...
);

-- what somebody claims, beside what was computed
CREATE TABLE claims (
    match BIGINT, -- which match of the archive, from 1 in its order
    claim BIGINT, -- which claim of the match, from 1
    claimant VARCHAR, -- who claims, as the record has it: a seat, a side or a name
    player VARCHAR, -- the name of the claimant, where the record tells it
    about VARCHAR, -- `1.pares`, `1` or `match`, as the record has it
    hand BIGINT, -- the hand of it, where it is about one
    lance VARCHAR, -- the lance of it, where it is about one
    claimed_to VARCHAR, -- who gets it, they claim
    claimed_stones BIGINT, -- how many stones, they claim
    claimed_after MAP(VARCHAR, BIGINT), -- the stones of sides then, they claim
    computed_to VARCHAR, -- who gets it
    computed_stones BIGINT, -- how many stones
    computed_after MAP(VARCHAR, BIGINT), -- the stones of each side then
    holds BOOLEAN, -- whether the claim holds; nothing where it cannot be told
    why VARCHAR -- what stands in the way, where it cannot be told
);

-- the first fault of a match that has one, as `mustutor replay verify` tells it
CREATE TABLE faults (
    match BIGINT, -- which match of the archive, from 1 in its order
    verdict VARCHAR, -- `unreadable`, `illegal`, `diverges`, `unsettled` ...
    code VARCHAR, -- the article, where there is one
    place VARCHAR, -- `1.grande.3`, `claims.2` ...; of what is unreadable, line:column in its text
    hand BIGINT, -- the hand of the place, where it has one
    lance VARCHAR, -- the lance of the place, where it has one
    call BIGINT, -- the call of the place, where it has one
    recorded VARCHAR, -- the call as it is written in the record
    message VARCHAR -- what is wrong, in English
);
