// Replaying a game: from one ply to the next and back, with what the players thought.

const data = JSON.parse(byId('data').textContent);

/** Unpacks the course of a game. */
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(stream).text());
}

function spanText(micros) {
  if (micros < 1000) return `${micros} µs`;
  if (micros < 1e6) return `${(micros / 1000).toPrecision(3)} ms`;
  return `${(micros / 1e6).toFixed(2)} s`;
}

function amountText(number) {
  if (number < 1e4) return String(number);
  return number < 1e6 ? `${(number / 1e3).toFixed(0)}k` : `${(number / 1e6).toFixed(1)}M`;
}

/** A value that fits its column: points are told as the score that they stand for, and in full when pointed at. */
function valueCell(told, expected) {
  const short = told && told.endsWith(' points') && expected !== null ? `${(100 * expected).toFixed(0)} %` : told ?? '';
  return element('td', { title: told ?? '', class: 'value' }, short);
}

let current = null;
let ticket = 0;
let timer = 0;

/** Opens a game at a ply; without one where its opening ends. */
async function openGame(game, ply) {
  pause();
  const own = ++ticket;
  showHeading(game);
  if (!game.replay) {
    byId('status').textContent = `This game cannot be replayed: ${game.refused}`;
    byId('board').replaceChildren();
    byId('moves').tBodies[0].replaceChildren();
    byId('seats').replaceChildren();
    byId('values').hidden = true;
    current = null;
    return;
  }
  const replay = await unpack(game.replay);
  if (own !== ticket) return;
  const board = data.boards[game.board];
  current = { game, board, replay, view: new BoardView(board), ply: 0, undo: [], counters: new Map() };
  replay.first.forEach((look, cell) => current.view.set(cell, look));
  setCounters(replay.counters[0]);
  byId('slider').max = replay.plies.length;
  byId('links-label').hidden = board.links.length === 0;
  current.view.showLinks(byId('links').checked);
  fillMoves();
  drawGraph();
  seek(ply === undefined ? replay.opening : ply);
}

function showHeading(game) {
  byId('heading').textContent = `Game ${game.id}`;
  byId('verdict').textContent = `${game.verdict} · opening ${game.opening} · ${game.ended} UTC`;
  const texts = game.complaints.map(([seat, text]) => [
    element('h3', {}, `Standard error of ${game.agents[seat]}`),
    element('pre', {}, text || '(nothing)'),
  ]);
  byId('complaints').replaceChildren(...texts.flat());
}

/** Notes counters; null for one that is gone. Returns what undoes it. */
function setCounters(changes) {
  const undo = [];
  for (let at = 0; at < changes.length; at += 2) {
    const [key, value] = [changes[at], changes[at + 1]];
    undo.push(key, current.counters.has(key) ? current.counters.get(key) : null);
    if (value === null) current.counters.delete(key);
    else current.counters.set(key, value);
  }
  return undo;
}

function stepOn() {
  const { replay, view } = current;
  current.looks = current.looks || replay.first.slice();
  const undo = [];
  const changes = replay.changes[current.ply];
  for (let at = 0; at < changes.length; at += 2) {
    undo.push(changes[at], current.looks[changes[at]]);
    current.looks[changes[at]] = changes[at + 1];
    view.set(changes[at], changes[at + 1]);
  }
  current.undo.push([undo, setCounters(replay.counters[current.ply + 1])]);
  current.ply += 1;
}

function stepBack() {
  const [cells, counters] = current.undo.pop();
  for (let at = 0; at < cells.length; at += 2) {
    current.looks[cells[at]] = cells[at + 1];
    current.view.set(cells[at], cells[at + 1]);
  }
  setCounters(counters);
  current.ply -= 1;
}

/** Shows the position after so many plies. */
function seek(ply) {
  if (!current) return;
  const { replay, view, game } = current;
  const wanted = Math.max(0, Math.min(replay.plies.length, Number.isFinite(ply) ? ply : 0));
  view.mark(null);
  while (current.ply < wanted) stepOn();
  while (current.ply > wanted) stepBack();
  view.mark(wanted > 0 ? replay.marks[wanted - 1] : null);
  byId('slider').value = wanted;
  showSeats();
  showStatus();
  const rows = byId('moves').tBodies[0].rows;
  for (const row of byId('moves').querySelectorAll('[aria-current]')) row.removeAttribute('aria-current');
  if (wanted > 0) markRow(rows[wanted - 1]);
  moveCursor();
  history.replaceState(null, '', `#game=${game.id}&ply=${wanted}`);
}

/** Marks a row and scrolls its list, but never the page. */
function markRow(row) {
  row.setAttribute('aria-current', 'true');
  const list = row.closest('.scroll');
  const [top, bottom] = [row.offsetTop - 40, row.offsetTop + row.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

function toMove() {
  const { replay, ply } = current;
  return ply < replay.seats.length ? replay.seats[ply] : replay.next;
}

function showSeats() {
  const { board, game, replay } = current;
  const over = current.ply === replay.plies.length;
  const items = board.players.map((name, seat) => {
    const counters = [...current.counters].sort((a, b) => a[0] - b[0])
      .filter(([key]) => board.counters[key][0] === seat)
      .map(([key, value]) => `${board.counters[key][1]} ${value}`);
    const rank = over ? ` · rank ${game.ranks[seat]}` : '';
    const item = element('li', { title: `${name}: ${game.agents[seat]}` }, element('b', {}, game.agents[seat]),
      element('span', {}, `${name}${rank}`), element('span', {}, counters.join(', ')));
    item.style.setProperty('--seat', seatColour(board, seat));
    if (!(over && game.ending !== 'forfeit') && toMove() === seat) item.classList.add('turn');
    return item;
  });
  byId('seats').replaceChildren(...items);
}

function showStatus() {
  const { board, replay, ply, game } = current;
  const parts = [`ply ${ply} of ${replay.plies.length}`];
  if (ply > 0) parts.push(`${board.players[replay.seats[ply - 1]]} played ${replay.plies[ply - 1]}`);
  if (replay.phases[ply] !== null) parts.push(board.phases[replay.phases[ply]]);
  for (const [key, value] of current.counters) {
    if (board.counters[key][0] === null) parts.push(`${board.counters[key][1]} ${value}`);
  }
  if (ply === replay.plies.length) parts.push(game.verdict);
  byId('status').textContent = parts.join(' · ');
}

function fillMoves() {
  const { board, replay } = current;
  const rows = replay.plies.map((ply, at) => {
    const dot = element('span', { class: 'seat', title: board.players[replay.seats[at]] });
    dot.style.setProperty('--seat', seatColour(board, replay.seats[at]));
    const own = at - replay.opening;
    const cells = own < 0
      ? [element('td', { colspan: 4, class: 'given left' }, 'opening')]
      : [element('td', {}, spanText(replay.micros[own])), element('td', {}, String(replay.depths[own])),
        valueCell(replay.told[own], replay.expected[own]), element('td', {}, amountText(replay.nodes[own]))];
    const row = element('tr', {}, element('td', {}, String(at + 1)), element('td', { class: ply.length > 17 ? 'left long' : 'left' }, dot, ply), ...cells);
    row.addEventListener('click', () => { pause(); seek(at + 1); });
    return row;
  });
  byId('moves').tBodies[0].replaceChildren(...rows);
}

/** Where the graph of values has its area. */
const AREA = { left: 44, right: 354, top: 8, bottom: 150 };
/** Lines that lie on each other are told apart by their dashes. */
const DASHES = ['', '7 4', '2 3', '10 3 2 3', '5 5', '14 4', '7 3 2 3 2 3', '3 6'];

function plyPlace(ply) {
  return AREA.left + ((AREA.right - AREA.left) * ply) / Math.max(1, current.replay.plies.length);
}

/** The values of every seat, each between -1 and 1: the scores that it expected; where nobody told any, its own values, squeezed. */
function measured(replay) {
  const known = replay.expected.some((score) => score !== null);
  if (known) return { known, values: replay.expected.map((score) => (score === null ? null : 2 * score - 1)) };
  const sizes = replay.values.filter((value) => value !== null).map(Math.abs).sort((a, b) => a - b);
  const unit = sizes[Math.floor(sizes.length / 2)] || 1;
  const reach = Math.max(Math.asinh((sizes[sizes.length - 1] || 1) / unit), 1e-9);
  return { known, values: replay.values.map((value) => (value === null ? null : Math.asinh(value / unit) / reach)) };
}

/** About four round numbers of plies. */
function plyTicks(count) {
  const rough = Math.max(1, count / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((own) => own * power).find((own) => own >= rough);
  return Array.from({ length: Math.floor(count / step) + 1 }, (_, at) => at * step);
}

function drawGraph() {
  const { board, replay } = current;
  const { known, values } = measured(replay);
  byId('values').hidden = values.every((value) => value === null);
  byId('measure').textContent = known ? 'Score that each player expected' : 'Value to each player in a unit of its own';
  const height = (value) => (AREA.top + AREA.bottom) / 2 - (value * (AREA.bottom - AREA.top)) / 2;
  const { left, right, top, bottom } = AREA;
  const drawn = [shape('rect', { x: left, y: top, width: right - left, height: bottom - top, class: 'area' })];
  for (const [value, text] of known ? [[1, '100 %'], [0, '50 %'], [-1, '0 %']] : [[1, 'better'], [0, '0'], [-1, 'worse']]) {
    drawn.push(shape('line', { x1: left, x2: right, y1: height(value), y2: height(value), class: 'zero' }));
    drawn.push(shape('text', { x: left - 5, y: height(value) + 4, 'text-anchor': 'end' }, text));
  }
  for (const ply of plyTicks(replay.plies.length)) {
    drawn.push(shape('text', { x: plyPlace(ply), y: bottom + 15, 'text-anchor': 'middle' }, ply === 0 ? 'ply 0' : ply));
  }
  const legend = [];
  board.players.forEach((name, seat) => {
    const points = [];
    values.forEach((value, own) => {
      const at = own + replay.opening;
      if (replay.seats[at] === seat && value !== null) points.push(`${plyPlace(at + 1).toFixed(1)},${height(value).toFixed(1)}`);
    });
    if (points.length === 0) return;
    const style = { stroke: seatLine(board, seat), 'stroke-dasharray': DASHES[seat % DASHES.length] };
    drawn.push(shape('polyline', { points: points.join(' '), class: 'under' }));
    drawn.push(shape('polyline', { points: points.join(' '), ...style }));
    const sample = shape('svg', { viewBox: '0 0 30 8', 'aria-hidden': 'true' });
    sample.append(shape('polyline', { points: '0,4 30,4', class: 'under' }), shape('polyline', { points: '0,4 30,4', ...style }));
    legend.push(element('li', {}, sample, name));
  });
  drawn.push(shape('line', { id: 'now', y1: top, y2: bottom, class: 'now' }));
  byId('graph').replaceChildren(...drawn);
  byId('curves').replaceChildren(...legend);
}

function moveCursor() {
  const cursor = byId('now');
  cursor.setAttribute('x1', plyPlace(current.ply));
  cursor.setAttribute('x2', plyPlace(current.ply));
}

function pause() {
  clearInterval(timer);
  timer = 0;
  byId('play').classList.remove('playing');
  byId('play').setAttribute('aria-label', 'Play');
}

function playOrPause() {
  if (timer || !current) return pause();
  if (current.ply === current.replay.plies.length) seek(0);
  byId('play').classList.add('playing');
  byId('play').setAttribute('aria-label', 'Pause');
  timer = setInterval(() => {
    if (current.ply === current.replay.plies.length) pause();
    else seek(current.ply + 1);
  }, Number(byId('speed').value));
}

/** Buttons and keys; keys belong to the game unless something is being typed or chosen. */
function wireControls() {
  const steps = { first: () => 0, back: (ply) => ply - 1, next: (ply) => ply + 1, last: () => Infinity };
  const go = (name) => {
    if (!current) return;
    pause();
    const ply = steps[name](current.ply);
    seek(ply === Infinity ? current.replay.plies.length : ply);
  };
  for (const name of Object.keys(steps)) byId(name).addEventListener('click', () => go(name));
  byId('play').addEventListener('click', playOrPause);
  byId('speed').addEventListener('change', () => { if (timer) { pause(); playOrPause(); } });
  byId('slider').addEventListener('input', (event) => { pause(); seek(Number(event.target.value)); });
  byId('links').addEventListener('change', (event) => current && current.view.showLinks(event.target.checked));
  byId('graph').addEventListener('click', (event) => {
    if (!current) return;
    const box = byId('graph').getBoundingClientRect();
    pause();
    const share = (((event.clientX - box.left) / box.width) * 360 - AREA.left) / (AREA.right - AREA.left);
    seek(Math.round(share * current.replay.plies.length));
  });
  const keys = { Home: 'first', ArrowLeft: 'back', ArrowRight: 'next', End: 'last' };
  document.addEventListener('keydown', (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!plain || event.target.closest('input, select, textarea, summary, a')) return;
    if (keys[event.key]) go(keys[event.key]);
    else if (event.key === ' ' && !event.target.closest('button')) playOrPause();
    else return;
    event.preventDefault();
  });
}
