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
    byId('graph').replaceChildren();
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
    const item = element('li', {}, element('b', {}, game.agents[seat]), ` (${name})${rank}`,
      element('span', {}, counters.join(', ')));
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
      : [spanText(replay.micros[own]), String(replay.depths[own]), replay.told[own] ?? '', amountText(replay.nodes[own])]
        .map((text) => element('td', {}, text));
    const row = element('tr', {}, element('td', {}, String(at + 1)), element('td', { class: 'left' }, dot, ply), ...cells);
    row.addEventListener('click', () => { pause(); seek(at + 1); });
    return row;
  });
  byId('moves').tBodies[0].replaceChildren(...rows);
}

/** The scores that every seat expected over the game; where they are not known its own values, squeezed. */
function drawGraph() {
  const { board, replay } = current;
  const graph = byId('graph');
  const count = Math.max(1, replay.plies.length);
  graph.setAttribute('viewBox', `0 0 ${count} 100`);
  graph.setAttribute('preserveAspectRatio', 'none');
  const known = replay.expected.some((score) => score !== null);
  const values = known ? replay.expected.map((score) => (score === null ? null : 2 * score - 1)) : replay.values;
  const sizes = values.filter((value) => value !== null).map(Math.abs).sort((a, b) => a - b);
  const unit = sizes[Math.floor(sizes.length / 2)] || 1;
  const squeeze = (value) => (known ? value : Math.asinh(value / unit));
  const reach = known ? 1 : Math.max(squeeze(sizes[sizes.length - 1] || 1), 1e-9);
  const still = { 'vector-effect': 'non-scaling-stroke' };
  const drawn = [shape('line', { x1: 0, x2: count, y1: 50, y2: 50, class: 'zero', ...still })];
  board.players.forEach((name, seat) => {
    const points = [];
    values.forEach((value, own) => {
      const at = own + replay.opening;
      if (replay.seats[at] === seat && value !== null) points.push(`${at + 1},${(50 - (46 * squeeze(value)) / reach).toFixed(2)}`);
    });
    if (points.length === 0) return;
    drawn.push(shape('polyline', { points: points.join(' '), class: 'under' }));
    const line = shape('polyline', { points: points.join(' '), stroke: seatLine(board, seat) });
    line.append(shape('title', {}, known ? `${name}: score that it expected` : `${name}: value in a unit of its own`));
    drawn.push(line);
  });
  drawn.push(shape('line', { id: 'now', y1: 0, y2: 100, class: 'now', ...still }));
  graph.replaceChildren(...drawn);
}

function moveCursor() {
  const cursor = byId('now');
  cursor.setAttribute('x1', current.ply);
  cursor.setAttribute('x2', current.ply);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  byId('play').textContent = '▶▶';
  byId('play').setAttribute('aria-label', 'Play');
}

function playOrPause() {
  if (timer || !current) return pause();
  if (current.ply === current.replay.plies.length) seek(0);
  byId('play').textContent = '❚❚';
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
    seek(Math.round(((event.clientX - box.left) / box.width) * current.replay.plies.length));
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
