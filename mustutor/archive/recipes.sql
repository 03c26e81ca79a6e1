-- The questions an archive is asked, each after its name: SQL of DuckDB over the tables of tables.sql.
-- Those that ask for game = 'mus' are recipes for Mus, whatever other games there are. Every one
-- puts its rows in an order that leaves nothing to chance. replays/ARCHIVES.md shows them.

-- faults
SELECT faults.verdict, code, count(*) AS times,
       arg_min(file, match) AS first_file, arg_min(number, match) AS first_number
FROM faults JOIN matches USING (match)
GROUP BY faults.verdict, code
ORDER BY times DESC, faults.verdict, code NULLS FIRST;

-- claims
SELECT coalesce(player, claimant) AS who, count(*) AS claims,
       count(*) FILTER (holds) AS hold, count(*) FILTER (NOT holds) AS wrong,
       count(*) FILTER (holds IS NULL) AS unjudged,
       round(100.0 * wrong / nullif(hold + wrong, 0), 1) AS wrong_percent
FROM claims
GROUP BY who
ORDER BY wrong DESC, claims DESC, who;

-- stones
SELECT game, lance, sum(stones) AS stones,
       sum(stones) FILTER (moment = 'at_once') AS at_once,
       sum(stones) FILTER (moment = 'showdown') AS at_showdown,
       round(100.0 * sum(stones) / sum(sum(stones)) OVER (PARTITION BY game), 1) AS percent
FROM movements JOIN matches USING (match)
GROUP BY game, lance
ORDER BY game, stones DESC, lance;

-- items
SELECT game, item, count(*) AS times, sum(stones) AS stones, max(stones) AS most
FROM movements JOIN matches USING (match)
GROUP BY game, item
ORDER BY game, stones DESC, item;

-- deje
SELECT lance, count(*) AS bet,
       count(*) FILTER (ended LIKE 'unanswered%') AS refused,
       round(100.0 * refused / bet, 1) AS refused_percent,
       coalesce(sum(deje), 0) AS stones
FROM lances JOIN matches USING (match)
LEFT JOIN (SELECT match, hand, lance, sum(stones) AS deje FROM movements
           WHERE item = 'deje' GROUP BY ALL) USING (match, hand, lance)
WHERE game = 'mus' AND bettor IS NOT NULL
GROUP BY lance
ORDER BY bet DESC, lance;

-- pares
SELECT pares, count(*) AS held, count(side_paid) AS paid,
       round(100.0 * paid / held, 1) AS paid_percent
FROM holdings JOIN matches USING (match) JOIN hands USING (match, hand)
LEFT JOIN (SELECT DISTINCT match, hand, receiver AS side_paid FROM movements
           WHERE item IN ('par', 'medias', 'duples')) AS counted
       ON counted.match = holdings.match AND counted.hand = holdings.hand AND side_paid = side
WHERE matches.game = 'mus' AND settled AND pares IS NOT NULL
GROUP BY pares
ORDER BY paid_percent DESC, pares;

-- longest
SELECT file, number, variant, hands_played AS hands, calls
FROM matches
ORDER BY hands DESC NULLS LAST, calls DESC, match
LIMIT 10;

-- ordagos
SELECT lance, count(*) AS ordagos, count(*) FILTER (ended = 'ordago') AS seen,
       round(100.0 * seen / ordagos, 1) AS seen_percent
FROM lances
WHERE ordago
GROUP BY lance
ORDER BY ordagos DESC, lance;

-- mano
SELECT lance, sum(movements.stones) FILTER (receiver = mano[1]) AS to_mano,
       sum(movements.stones) FILTER (receiver <> mano[1]) AS to_others,
       round(100.0 * to_mano / (to_mano + to_others), 1) AS mano_percent
FROM movements JOIN matches USING (match) JOIN hands USING (match, hand)
WHERE matches.game = 'mus' AND seating LIKE 'A1 B1 %' AND receiver IN ('A', 'B')
GROUP BY lance
ORDER BY mano_percent DESC, lance;

-- mus
SELECT discards, count(*) AS hands,
       round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent
FROM hands JOIN matches USING (match)
WHERE matches.game = 'mus'
GROUP BY discards
ORDER BY discards;

-- stakes
SELECT lance, count(*) FILTER (verb = 'envido') AS bets, count(*) FILTER (verb = 'subo') AS raises,
       round(avg(stake), 1) AS average, max(stake) AS highest
FROM calls
WHERE stake IS NOT NULL
GROUP BY lance
ORDER BY bets DESC, lance;

-- players
SELECT seat.value AS player, count(*) AS matches,
       count(*) FILTER (winner = seat.key[1]) AS won,
       count(*) FILTER (winner <> seat.key[1] OR loser = seat.key[1]) AS lost
FROM (SELECT unnest(map_entries(players)) AS seat, winner, loser FROM matches)
GROUP BY player
ORDER BY matches DESC, player;
