"""The style sheet of a page: paper and ink by day, felt by night, one sheet of A4 in print.

It names no font, picture or address that is not on every machine already. Every colour of
text stands on its ground with a contrast of at least seven to one.
"""

SHARED = """
:root {
  color-scheme: light dark;
  --ground: #f7f2e6; --leaf: #fffdf7; --ink: #1d1a16; --soft: #4d463b; --line: #d8cdb5;
  --accent: #14523a; --link: #7a1712; --good: #14523a; --bad: #8c1410;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1d18; --leaf: #16281f; --ink: #f3ecdb; --soft: #cfc6b0; --line: #35493d;
    --accent: #ecc873; --link: #f0b9a4; --good: #a5dcb4; --bad: #ffb4a6;
  }
  /* Suits have the ink of the cards: they are seen on paper. */
  .suits svg { background: #fffdf7; border-radius: .3rem; padding: .15rem; }
}
* { box-sizing: border-box; }
html { background: var(--ground); color: var(--ink); scroll-behavior: smooth; }
body {
  margin: 0 auto; padding: 1rem clamp(.6rem, 3vw, 2rem) 2rem; max-width: 72rem;
  font: 1rem/1.42 "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif;
  overflow-wrap: anywhere; text-align: start;
}
.deck { position: absolute; width: 0; height: 0; overflow: hidden; }
header { text-align: center; border-bottom: 3px double var(--accent); margin-bottom: 1rem; }
.suits { margin: .2rem 0 .1rem; }
.suits svg { width: 1.7rem; height: 1.7rem; margin: 0 .22rem; }
h1, h2, h3, h4 { line-height: 1.2; margin: 0 0 .45rem; text-wrap: balance; }
h1 { font-size: clamp(1.3rem, 1rem + 2.2vw, 2.1rem); margin-bottom: .8rem; }
h2 { font-size: 1.3rem; color: var(--accent); margin-top: .3rem; }
h3 {
  font-size: 1.02rem; color: var(--accent); text-transform: uppercase; letter-spacing: .09em;
  border-bottom: 1px solid var(--line); padding-bottom: .2rem;
}
.lead {
  font-size: 1.02rem; margin-top: .9rem; color: var(--ink); text-transform: none;
  letter-spacing: 0; border: 0; padding: 0;
}
h2 + .lead, h3 + .lead { margin-top: 0; }
p { margin: 0 0 .35rem; }
section {
  margin: 0 0 .8rem;
  background: var(--leaf); border: 1px solid var(--line); border-radius: .5rem;
  padding: .7rem .85rem .5rem; min-width: 0;
}
section.verdict { border: 2px solid var(--accent); }
.said { flex: 0 0 auto; min-width: 6.2rem; max-width: 100%; font-style: italic; }
.hand {
  display: inline-flex; flex-wrap: wrap; align-items: center; gap: .3rem; font-style: normal;
}
.cards { display: inline-flex; flex-wrap: wrap; gap: .2rem; position: relative; }
.cards svg { width: 2.75rem; height: 4.125rem; display: block; }
.stones {
  display: flex; flex-wrap: wrap; gap: .1rem .6rem; align-items: baseline; margin: .3rem 0 .4rem;
  padding: .2rem .6rem; border-inline-start: .25rem solid var(--accent); background: var(--ground);
}
.stones ul { display: contents; list-style: none; }
.stones li { white-space: nowrap; }
.inner { margin-inline-start: 2rem; width: auto; }
.level-2 { margin-inline-start: 1rem; }
.level-3 { margin-inline-start: 2rem; }
.level-4 { margin-inline-start: 3rem; }
.quote { font-style: italic; color: var(--soft); }
.quote::before { content: "\\201c" / ""; }
.quote::after { content: "\\201d" / ""; }
.holds, .fails, .open, .decided { font-weight: bold; }
.holds { color: var(--good); }
.fails { color: var(--bad); }
.holds::before { content: "\\2713\\00a0" / ""; }
.fails::before { content: "\\2717\\00a0" / ""; }
.open::before { content: "?\\00a0" / ""; }
.rules { font-size: .78em; font-weight: normal; }
.rules a { white-space: nowrap; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.book { columns: 23rem; column-gap: 1.6rem; font-size: .93rem; }
.book h2 { column-span: all; }
details { break-inside: avoid; padding: .18rem .3rem; border-radius: .3rem; }
summary { cursor: pointer; }
details p { margin: .2rem 0 .3rem 1.1rem; }
.reading { color: var(--soft); }
details:target { background: var(--ground); outline: 2px solid var(--accent); }
details:target::details-content { content-visibility: visible; display: block; }
footer { text-align: center; color: var(--soft); font-size: .85rem; letter-spacing: .12em; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media (prefers-contrast: more) {
  :root { --soft: var(--ink); --line: var(--ink); --link: var(--accent); }
}
@media (max-width: 30rem) {
  section { padding: .55rem .55rem .35rem; }
  .cards svg { width: 2.4rem; height: 3.6rem; }
  .level-2 { margin-inline-start: .5rem; }
  .inner, .level-3, .level-4 { margin-inline-start: .9rem; }
}
@media print {
  @page { size: A4; margin: 8mm 9mm; }
  :root {
    color-scheme: only light;
    --ground: #fff; --leaf: #fff; --ink: #000; --soft: #333; --line: #b9b2a3;
    --accent: #14523a; --link: #5a1512; --good: #14523a; --bad: #8c1410;
  }
  body { max-width: none; padding: 0; font-size: 7.6pt; line-height: 1.24; }
  header { margin-bottom: 1.5mm; }
  .suits { float: inline-start; margin: 0; }
  .suits svg { width: 4.4mm; height: 4.4mm; margin: 0; padding: 0; background: none; }
  h1 { font-size: 12.5pt; margin: 0 0 1mm; }
  h2 { font-size: 9.5pt; margin: 0 0 1mm; }
  h3 { font-size: 8pt; margin: 0 0 .6mm; padding-bottom: .2mm; }
  .lead { font-size: 1em; margin: .8mm 0 .3mm; }
  p { margin: 0 0 .3mm; }
  nav, footer { display: none; }
  main { display: block; columns: 2; column-gap: 5mm; }
  section, section.wide, section.verdict, .lances section:last-child {
    border: 0; border-radius: 0; padding: 0; margin: 0 0 1.6mm;
  }
  /* What holds much goes on overleaf: kept whole, it would leave a sheet empty before it. */
  section:where(:not(:has(tr:nth-of-type(9), .step))) { break-inside: avoid; }
  tr, h2, h3, h4, .stones { break-inside: avoid; }
  section.wide, section.book { break-inside: auto; }
  h2, h3, h4 { break-after: avoid; }
  .said { min-width: 15mm; }
  .hand { gap: .6mm; }
  .cards { gap: .4mm; }
  .cards svg { width: 6mm; height: 9mm; }
  .stones { background: none; padding: 0 0 0 1.4mm; margin: .4mm 0; gap: 0 2.4mm; }
  .level-2 { margin-inline-start: 2mm; }
  .lead { break-after: avoid; }
  .inner, .level-3, .level-4 { margin-inline-start: 4mm; }
  .rules { font-size: .82em; }
  a { text-decoration: none; }
  .book { columns: auto; font-size: .86em; break-before: page; }
  section.verdict:nth-of-type(-n+2) { break-inside: avoid; }
  .book h2 { font-size: 8pt; padding-top: 1.4mm; }
  details { padding: 0; }
  details p { margin: 0 0 .3mm 2mm; }
  summary { list-style: none; }
  details::details-content { content-visibility: visible; display: block; }
  .reading { display: none; }
}
"""
"""What every page of words and cards is set in."""

VERDICT = """
table { border-collapse: collapse; width: 100%; margin: 0 0 .35rem; }
tr + tr { border-top: 1px dotted var(--line); }
th {
  text-align: start; vertical-align: top; padding: .16rem .6rem .16rem 0; white-space: nowrap;
  width: 1%; min-width: 1.6rem; font-weight: bold;
}
td { padding: .16rem 0; vertical-align: top; }
.row { display: flex; flex-wrap: wrap; gap: 0 .7rem; }
.row:has(.hand) { align-items: center; }
tr:has(.hand) > th { vertical-align: middle; }
.beside tbody { display: flex; flex-wrap: wrap; gap: .1rem 1.8rem; }
.beside tr + tr { border: 0; }
.why { flex: 1 1 11rem; min-width: 0; }
.wide-table { overflow-x: auto; }
.score { width: 100%; text-align: center; font-variant-numeric: tabular-nums; }
.score th, .score td { padding: .12rem .4rem; text-align: center; width: auto; }
.score thead th { border-bottom: 1px solid var(--line); color: var(--accent); }
.score .sum { background: var(--ground); font-weight: bold; }
.spelt {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
article > h2 { margin: 1.2rem 0 .5rem; }
.lances { columns: 2 24rem; column-gap: .8rem; margin: 0 0 .8rem; }
.lances section { break-inside: avoid; }
.lances section:last-child { margin-bottom: 0; }
.lances section:only-child { column-span: all; }
section.plain { background: none; border: 0; padding: 0; }
th.long { white-space: normal; width: 30%; min-width: 5rem; }
.plain .stones { background: var(--leaf); }
nav ol { columns: 18rem; margin: 0 0 1rem; }
@media print {
  table { margin: 0 0 .4mm; }
  th { padding: .1mm 1.6mm .1mm 0; min-width: 0; }
  td { padding: .1mm 0; }
  .row { gap: 0 1.6mm; }
  .why { flex-basis: 30mm; }
  .lances section:has(tr:nth-of-type(9)) { break-inside: auto; }
  table:not(:has(tr:nth-of-type(9))), .level-1:has(+ table) { break-inside: avoid; }
  .lead, .level-1:has(+ table), .level-2:has(+ table), .level-3:has(+ table) { break-after: avoid; }
  .report, main > section:has(~ .report) { column-span: all; }
  .score th, .score td { padding: .25mm 1mm; border-bottom: .1mm solid var(--line); }
  .ample { font-size: 9.2pt; line-height: 1.3; }
  .dense { font-size: 7pt; line-height: 1.2; }
  .tiny { font-size: 6pt; line-height: 1.14; }
  .dense main, .tiny main { columns: 3; column-gap: 4mm; }
  article > h2 { margin: 0 0 .8mm; }
  .lances { columns: auto; margin: 0; }
  .dense .cards svg, .tiny .cards svg { width: 4.8mm; height: 7.2mm; }
  .dense .said, .tiny .said { min-width: 12mm; }
  .lances section:only-child { column-span: none; }
  .ample .book, .roomy .book { break-before: auto; }
  article > .plain { break-after: avoid; }
}
"""
"""What only a page of verdicts has: tables, lances abreast, cards in letters too, one sheet."""

STYLE = SHARED + VERDICT
