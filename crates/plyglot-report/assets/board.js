// The board: drawn from cells and looks, with no rule of any game.

const UNIT = 40;
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

/** The colour of a seat, of lines for it, and of what is written on it; seat null is nobody's. */
const seatWord = (board, seat) => (seat === null ? 'nobody' : board.colours[seat]);
const seatColour = (board, seat) => `var(--${seatWord(board, seat)})`;
const seatLine = (board, seat) => `var(--line-${seatWord(board, seat)})`;
const seatInk = (board, seat) => `var(--on-${seatWord(board, seat)})`;

/** The outline of a cell, so many units inside it. */
function outline(kind, x, y, inset) {
  if (kind === 's') {
    const [reach, side] = [UNIT / 2 - inset, UNIT - 2 * inset];
    return shape('rect', { x: x - reach, y: y - reach, width: side, height: side });
  }
  if (kind === 'r') return shape('circle', { cx: x, cy: y, r: UNIT * 0.48 - inset });
  const radius = UNIT / Math.sqrt(3) - inset;
  const corner = (k) => [x + radius * Math.sin((k * Math.PI) / 3), y - radius * Math.cos((k * Math.PI) / 3)];
  const points = [0, 1, 2, 3, 4, 5].map((k) => corner(k).map((n) => n.toFixed(1)).join(',')).join(' ');
  return shape('polygon', { points });
}

/** A crown around a place: five points, and a band below. */
function crown(x, y) {
  const points = [[-0.24, 0.18], [-0.26, -0.12], [-0.13, 0.01], [-0.07, -0.19], [0, -0.02],
    [0.07, -0.19], [0.13, 0.01], [0.26, -0.12], [0.24, 0.18]];
  return `M${points.map(([right, down]) => `${x + right * UNIT} ${y + down * UNIT}`).join('L')}Z`;
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
      const cell = outline(kind, x * UNIT, y * UNIT, 0.5);
      cell.append(shape('title', {}, name));
      this.root.append(cell);
      return cell;
    });
    for (const side of ['cell', 'cell-deep']) {
      this.root.style.setProperty(`--${side}`, `var(--${side.replace('cell', board.material)})`);
    }
    // Black and white tell themselves apart; elsewhere a letter helps who cannot see the colour.
    this.plain = board.colours.every((word) => word === 'black' || word === 'white');
    [this.markLayer, this.linkLayer, this.pieceLayer, this.nameLayer, this.touchLayer] =
      [0, 1, 2, 3, 4].map(() => this.root.appendChild(shape('g', {})));
    this.pieces = this.cells.map(() => null);
    // A board without labels shows the names of its cells on them.
    this.names = board.labels.length > 0 ? [] : board.cells.map((cell) => this.name(cell));
    for (const [x, y, text] of board.labels) {
      this.root.append(shape('text', { x: x * UNIT, y: y * UNIT, class: 'label' }, text));
    }
    const shown = (mark) => board.looks.some(([, , own, piece]) => own === mark || (piece && piece[0] === null && piece[2] === mark));
    byId('legend').textContent = board.legend.filter((own) => shown(own.mark)).map((own) => `${own.mark} ${own.means}`).join(' · ');
  }

  /** The name of a cell: in the corner of a square, else where a piece leaves room for it. */
  name([name, kind, x, y]) {
    const at = kind === 's' ? { x: (x - 0.45) * UNIT, y: (y - 0.36) * UNIT, class: 'name corner' } : { x: x * UNIT, y: y * UNIT, class: 'name' };
    return this.nameLayer.appendChild(shape('text', at, name));
  }

  /** Shows a look (by its number) in a cell. */
  set(cell, number) {
    const [tint, base, mark, piece] = this.board.looks[number];
    const ground = this.cells[cell];
    ground.setAttribute('class', `cell ${tint}`);
    ground.style.fill = base === null ? '' : `color-mix(in srgb, ${seatColour(this.board, base)} 22%, var(--cell))`;
    if (this.pieces[cell]) this.pieces[cell].remove();
    this.pieces[cell] = null;
    const [, kind, x, y] = this.board.cells[cell];
    if (piece) {
      this.pieces[cell] = this.piece(piece, kind, x * UNIT, y * UNIT);
    } else if (mark !== null) {
      this.pieces[cell] = shape('text', { x: x * UNIT, y: y * UNIT, class: 'sign' }, mark);
    }
    if (this.pieces[cell]) this.pieceLayer.append(this.pieces[cell]);
    if (this.names.length > 0 && kind !== 's') {
      this.names[cell].setAttribute('y', (y + (piece ? 0.19 : 0)) * UNIT);
      this.names[cell].style.fill = piece ? seatInk(this.board, piece[0]) : '';
    }
  }

  piece([owner, kind, letter], cell, x, y) {
    const [group, ink] = [shape('g', {}), seatInk(this.board, owner)];
    // Names stand in the corner of squares, and on the pieces of others.
    const [named, square] = [this.names.length > 0, cell === 's'];
    if (named && square) [x, y] = [x + 2, y + 2];
    group.append(shape('circle', { cx: x, cy: y, r: UNIT * (named && square ? 0.33 : 0.375), fill: seatColour(this.board, owner), class: 'piece' }));
    const lift = named && !square ? 5 : 0;
    if (kind === 'king') group.append(shape('path', { d: crown(x, y - lift), fill: ink }));
    else if (!this.plain || owner === null) group.append(shape('text', { x, y: y + 0.5 - lift, fill: ink, class: 'letter' }, letter));
    return group;
  }

  /** Marks what a move did: its path, what was turned over, what was taken; null for no move. */
  mark(trail) {
    this.markLayer.replaceChildren();
    this.touchLayer.replaceChildren();
    if (!trail) return;
    for (const cell of trail.path) {
      const [, kind, x, y] = this.board.cells[cell];
      for (const part of ['frame edge', 'frame']) {
        const frame = this.markLayer.appendChild(outline(kind, x * UNIT, y * UNIT, 2));
        frame.setAttribute('class', part);
      }
    }
    for (const cell of trail.turned) {
      const [, kind, x, y] = this.board.cells[cell];
      const [shift, r] = this.names.length > 0 && kind === 's' ? [2, 0.33 * UNIT + 2.5] : [0, 0.375 * UNIT + 2.5];
      for (const part of ['turned edge', 'turned']) {
        this.touchLayer.append(shape('circle', { cx: x * UNIT + shift, cy: y * UNIT + shift, r, class: part }));
      }
    }
    for (const cell of trail.taken) {
      const [, , x, y] = this.board.cells[cell];
      const d = `M${(x - 0.26) * UNIT} ${(y - 0.26) * UNIT}l${0.52 * UNIT} ${0.52 * UNIT}m0 ${-0.52 * UNIT}l${-0.52 * UNIT} ${0.52 * UNIT}`;
      for (const part of ['taken edge', 'taken']) this.touchLayer.append(shape('path', { d, class: part }));
    }
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
