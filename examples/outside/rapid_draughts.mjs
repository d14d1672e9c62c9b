// The alpha-beta search of rapid-draughts as a bot for checkers. It needs Node.js and npm's package:
//
//     npm install --no-save --prefix examples/outside rapid-draughts
//
//     plyglot match checkers --agents best 'exec(cmd="node examples/outside/rapid_draughts.mjs",name=rapid-draughts)' \
//         --games 100 --cpu-time 0.1 --margin 60
//
// A number after the name of this file multiplies the time that it takes. It searches to a fixed depth; here to one after
// the other until the time is used, so it takes more than that. What a move took on average is written to the file that
// the environment calls USED.
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { EnglishDraughts, EnglishDraughtsComputerFactory } from "rapid-draughts/english";

const times = Number(process.argv[2] ?? 1);
const seconds = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
let [game, played, moves, spent] = [EnglishDraughts.setup(), [], 0, 0];

/** Row and column of a square; squares are counted from 0 there and from 1 here. */
const place = (square) => [square >> 2, 2 * (square & 3) + 1 - ((square >> 2) & 1)];
const between = (a, b) => {
  const [row, column] = [0, 1].map((axis) => (place(a)[axis] + place(b)[axis]) / 2);
  return 4 * row + (column >> 1);
};
const isJump = (a, b) => [0, 1].every((axis) => Math.abs(place(a)[axis] - place(b)[axis]) === 2);

/** The squares on which a piece lands that makes these captures: there only the first and last are told. */
function path(at, destination, captures) {
  if (captures.length === 0) return at === destination ? [at] : undefined;
  for (let to = 0; to < 32; to++) {
    const over = isJump(at, to) ? between(at, to) : -1;
    if (!captures.includes(over)) continue;
    const rest = path(to, destination, captures.filter((square) => square !== over));
    if (rest) return [at, ...rest];
  }
}

function play(text) {
  const squares = text.split(/[-x]/).map((number) => number - 1);
  const taken = text.includes("x") ? squares.slice(1).map((to, at) => between(squares[at], to)) : [];
  const same = (move) =>
    move.origin === squares[0] && move.destination === squares.at(-1) && move.captures.length === taken.length &&
    taken.every((square) => move.captures.includes(square));
  game.move(game.moves.find(same));
  const { player, board } = game.engine.data;
  game = EnglishDraughts.setup({ player, board }); // the match decides what is a draw
}

async function think(limit) {
  const before = seconds();
  let best = game.moves[0];
  for (let maxDepth = 1; maxDepth < 40 && game.moves.length > 1 && seconds() - before < limit; maxDepth++) {
    best = await EnglishDraughtsComputerFactory.alphaBeta({ maxDepth })(game);
  }
  [moves, spent] = [moves + 1, spent + seconds() - before];
  if (process.env.USED) writeFileSync(process.env.USED, `${moves} moves, ${(spent / moves).toFixed(4)} s of processor time each\n`);
  if (best.captures.length === 0) return `${best.origin + 1}-${best.destination + 1}`;
  return path(best.origin, best.destination, best.captures).map((square) => square + 1).join("x");
}

for await (const line of createInterface({ input: process.stdin })) {
  const words = line.trim().split(/\s+/);
  if (words[0] === "ugi") console.log("id name rapid-draughts\nugiok");
  else if (words[0] === "isready") console.log("readyok");
  else if (words[0] === "position") {
    const told = words.slice(3);
    if (!played.every((move, at) => move === told[at])) [game, played] = [EnglishDraughts.setup(), []];
    told.slice(played.length).forEach(play);
    played = told;
  } else if (words[0] === "go") {
    const at = words.indexOf("movetime");
    console.log("bestmove", await think(times * (at < 0 ? 0.1 : words[at + 1] / 1000)));
  } else if (words[0] === "quit") process.exit();
}
