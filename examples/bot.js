// A player in another language: it reads JSON Lines and answers with JSON Lines, nothing else.
//
//     mustutor play --seat "B1=cmd:node examples/bot.js"
//
// It knows Mus alone, and little of it: kings are good, it bets two when it holds three cards that
// win grande or chica, sees a bet with two of them, and throws away what is neither king nor ace.

const HIGH = "R3", LOW = "A2"; // with eight kings a three is a king, and a two is an ace

function answer(view) {
  const can = (verb) => view.options.find((option) => option.verb === verb);
  const first = (...verbs) => verbs.find(can);
  const count = (ranks) => view.hand.filter((card) => ranks.includes(card[0])).length;
  const good = { grande: count(HIGH), chica: count(LOW) }[view.lance] ?? 0;

  if (can("mus")) return count(HIGH) > 1 ? first("corto", "mus") : "mus";
  if (can("descarto")) {
    const { least, most } = can("descarto");
    const poor = view.hand.filter((card) => !(HIGH + LOW).includes(card[0]));
    const rich = view.hand.filter((card) => !poor.includes(card));
    return ["descarto", ...[...poor, ...rich].slice(0, Math.min(most, Math.max(least, poor.length)))].join(" ");
  }
  if (good > 2 && can("envido")) return `envido ${Math.max(2, can("envido").least)}`;
  if (good > 1 && can("quiero")) return "quiero";
  return first("paso", "no quiero") ?? view.options[0].verb;
}

const write = (message) => process.stdout.write(JSON.stringify(message) + "\n");

require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "start") write({ name: "two kings" });
  if (message.type === "view") write({ say: answer(message) });
  if (message.type === "refused") write({ say: "paso" });
  if (message.type === "end") process.exit();
});
