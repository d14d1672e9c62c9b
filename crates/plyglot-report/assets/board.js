// The board: drawn from cells and looks, with no rule of any game.

const UNIT = 40;
const PALETTE = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e6b000', '#56b4e9', '#5c6670', '#8c5a2b'];
const COLOURS = {
  black: '#22272e', white: '#f7f7f4', red: '#d0492f', green: '#1f9a6d', blue: '#2f6fc0', yellow: '#e6c229',
};

const byId = (id) => document.getElementById(id);
const svgSpace = byId('board') ? byId('board').namespaceURI : '';

/** Makes an SVG element. */
function shape(name, attributes, text) {
  const element = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Makes an HTML element. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The colour of a seat: the one it is named after, else one of the palette. */
function seatColour(board, seat) {
  return COLOURS[board.players[seat]] || PALETTE[seat % PALETTE.length];
}

/** Black or white, whichever can be read on a colour. */
function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 140 ? '#1d2733' : '#ffffff';
}

/** The outline of a cell. */
function outline(kind, x, y) {
  if (kind === 's') {
    return shape('rect', { x: x - UNIT / 2 + 0.5, y: y - UNIT / 2 + 0.5, width: UNIT - 1, height: UNIT - 1, rx: 2 });
  }
  if (kind === 'r') return shape('circle', { cx: x, cy: y, r: UNIT * 0.46 });
  const radius = (UNIT - 1.5) / Math.sqrt(3);
  const corner = (k) => [x + radius * Math.sin((k * Math.PI) / 3), y - radius * Math.cos((k * Math.PI) / 3)];
  const points = [0, 1, 2, 3, 4, 5].map((k) => corner(k).map((n) => n.toFixed(1)).join(',')).join(' ');
  return shape('polygon', { points });
}

/** A board on the page. Cells are set one by one; what stands there before is replaced. */
class BoardView {
  constructor(board) {
    this.board = board;
    this.root = byId('board');
    this.root.replaceChildren();
    const across = [...board.cells.map((c) => c[2]), ...board.labels.map((l) => l[0])];
    const down = [...board.cells.map((c) => c[3]), ...board.labels.map((l) => l[1])];
    const lowest = (list) => list.reduce((a, b) => Math.min(a, b), Infinity);
    const highest = (list) => list.reduce((a, b) => Math.max(a, b), -Infinity);
    const [left, top] = [lowest(across) - 0.7, lowest(down) - 0.7];
    const [width, height] = [highest(across) + 0.7 - left, highest(down) + 0.7 - top];
    this.root.setAttribute('viewBox', [left, top, width, height].map((n) => (n * UNIT).toFixed(1)).join(' '));
    this.cells = board.cells.map(([name, kind, x, y]) => {
      const cell = outline(kind, x * UNIT, y * UNIT);
      cell.append(shape('title', {}, name));
      this.root.append(cell);
      return cell;
    });
    this.linkLayer = this.root.appendChild(shape('g', {}));
    this.pieces = this.cells.map(() => null);
    for (const [x, y, text] of board.labels) {
      this.root.append(shape('text', { x: x * UNIT, y: y * UNIT, class: 'label' }, text));
    }
    this.marked = [];
  }

  /** Shows a look (by its number) in a cell. */
  set(cell, number) {
    const [tint, base, mark, piece] = this.board.looks[number];
    const ground = this.cells[cell];
    ground.setAttribute('class', `cell ${tint}`);
    ground.style.fill = base === null ? '' : `color-mix(in srgb, ${seatColour(this.board, base)} 28%, var(--cell))`;
    if (this.pieces[cell]) this.pieces[cell].remove();
    this.pieces[cell] = null;
    const [, , x, y] = this.board.cells[cell];
    if (piece) {
      this.pieces[cell] = this.piece(piece, x * UNIT, y * UNIT);
    } else if (mark !== null) {
      this.pieces[cell] = shape('text', { x: x * UNIT, y: y * UNIT, class: 'sign' }, mark);
    }
    if (this.pieces[cell]) this.root.append(this.pieces[cell]);
  }

  piece([owner, kind, letter], x, y) {
    const group = shape('g', {});
    const colour = owner === null ? '#808b96' : seatColour(this.board, owner);
    group.append(shape('circle', { cx: x, cy: y, r: UNIT * 0.38, fill: colour, class: 'piece' }));
    if (kind === 'king') {
      group.append(shape('circle', { cx: x, cy: y, r: UNIT * 0.29, stroke: inkOn(colour), class: 'crown' }));
    }
    // Black and white tell themselves apart; elsewhere a letter helps who cannot see the colour.
    const plain = owner !== null && this.board.players.length === 2 && COLOURS[this.board.players[owner]];
    if (!plain || kind === 'king') {
      group.append(shape('text', { x, y: y + 0.5, fill: inkOn(colour), class: 'letter' }, kind === 'king' ? 'K' : letter));
    }
    return group;
  }

  /** Marks the cells of a move. */
  mark(cells) {
    for (const cell of this.marked) this.cells[cell].classList.remove('last');
    for (const cell of cells) this.cells[cell].classList.add('last');
    this.marked = cells;
  }

  /** Draws or hides the connections that the geometry does not show. */
  showLinks(wanted) {
    this.linkLayer.replaceChildren();
    if (!wanted) return;
    for (const [from, fromAngle, to, toAngle] of this.board.links) {
      const end = (cell, degrees, reach) => {
        const angle = (degrees * Math.PI) / 180;
        const [, , x, y] = this.board.cells[cell];
        return `${((x + reach * Math.sin(angle)) * UNIT).toFixed(1)} ${((y - reach * Math.cos(angle)) * UNIT).toFixed(1)}`;
      };
      const path = `M${end(from, fromAngle, 0.42)} C${end(from, fromAngle, 1.6)} ${end(to, toAngle, 1.6)} ${end(to, toAngle, 0.42)}`;
      this.linkLayer.append(shape('path', { d: path, class: 'link' }));
    }
  }
}
