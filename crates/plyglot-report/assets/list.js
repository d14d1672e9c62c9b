// The list of games: sorted by a click on its head, narrowed by words, and the address of a game.

/** Who won, in the words of the list. */
function winners(game) {
  const first = game.agents.filter((_, seat) => game.ranks[seat] === 1);
  return game.ranks.every((rank) => rank === 1) ? 'draw' : [...new Set(first)].join(', ');
}

const columns = [
  { name: 'Game', key: (game) => game.id, class: 'id' },
  ...(data.runs.length > 1 ? [{ name: 'Run', key: (game) => data.runs[game.run], class: 'run' }] : []),
  { name: 'Seats', key: (game) => game.agents.join(' – '), class: 'seats-of' },
  { name: 'First', key: winners, class: 'winner' },
  { name: 'Plies', key: (game) => game.plies, class: 'plies' },
];
let order = { column: 0, up: true };
const rowOf = new Map();

function makeHead() {
  const cells = columns.map((column, at) => {
    const button = element('button', { type: 'button', title: `Sort by ${column.name.toLowerCase()}` }, column.name);
    button.addEventListener('click', () => {
      order = { column: at, up: order.column === at ? !order.up : true };
      fillList();
    });
    return element('th', { scope: 'col', class: ['id', 'plies'].includes(column.class) ? '' : 'left' }, button);
  });
  byId('list').tHead.rows[0].replaceChildren(...cells);
}

function makeRow(game) {
  const cells = columns.map((column, at) => {
    const text = String(column.key(game));
    const cell = element('td', { class: column.class });
    if (at === 0) cell.append(element('button', { type: 'button' }, text));
    else cell.append(text);
    return cell;
  });
  const row = element('tr', { title: `${game.verdict} · opening ${game.opening}` }, ...cells);
  row.querySelector('.winner').classList.toggle('draw', winners(game) === 'draw');
  if (game.ending === 'forfeit') cells[0].append(element('span', { class: 'bad', title: 'ended by a fault' }, ' !'));
  row.addEventListener('click', () => choose(game));
  return row;
}

/** Shows the games that match, in the order asked for. */
function fillList() {
  const words = byId('find').value.toLowerCase().split(/\s+/).filter(Boolean);
  const ending = byId('ending').value;
  const matches = data.games.filter((game) => {
    const text = [...game.agents, game.opening, game.verdict, game.id, data.runs[game.run]].join(' ').toLowerCase();
    return (!ending || game.ending === ending) && words.every((word) => text.includes(word));
  });
  const key = columns[order.column].key;
  const compare = (a, b) => (typeof a === 'number' ? a - b : a.localeCompare(b));
  matches.sort((a, b) => (order.up ? 1 : -1) * (compare(key(a), key(b)) || a.id - b.id));
  byId('list').tBodies[0].replaceChildren(...matches.map((game) => rowOf.get(game.id)));
  byId('found').textContent = `${matches.length} of ${data.games.length} games`;
  [...byId('list').tHead.rows[0].cells].forEach((cell, at) => {
    if (at === order.column) cell.setAttribute('aria-sort', order.up ? 'ascending' : 'descending');
    else cell.removeAttribute('aria-sort');
    cell.firstChild.textContent = columns[at].name + (at === order.column ? (order.up ? ' ▴' : ' ▾') : '');
  });
}

function choose(game, ply) {
  for (const row of byId('list').querySelectorAll('[aria-current]')) row.removeAttribute('aria-current');
  if (rowOf.get(game.id).isConnected) markRow(rowOf.get(game.id));
  return openGame(game, ply);
}

/** Opens the game that the address names: #game=3&ply=10. */
function followAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const game = data.games.find((own) => String(own.id) === wanted.get('game'));
  if (game) {
    const ply = wanted.has('ply') ? Number(wanted.get('ply')) : undefined;
    byId('games').scrollIntoView({ behavior: 'instant' });
    return choose(game, ply);
  }
  return null;
}

if (data.games.length > 0) {
  for (const game of data.games) rowOf.set(game.id, makeRow(game));
  makeHead();
  fillList();
  wireControls();
  byId('find').addEventListener('input', fillList);
  byId('ending').addEventListener('change', fillList);
  addEventListener('hashchange', followAddress);
  if (!followAddress()) choose(data.games[0]);
}
