// The tree of moves: rounds with a cell for each seat, branches in brackets below the move they replace.

import type { Judgement } from "../api/types";
import { rows, type Mover, type Row } from "../store/rounds";
import { node, pathTo, ROOT, type NodeId, type Tree } from "../store/tree";
import { h, type VNode } from "./dom";
import { isMark, SIGN, WORD } from "./judge";
import { seatChip, seatName, type Seats } from "./seat";

export type MovesProps = {
  tree: Tree;
  seats: Seats;
  mover: Mover;
  marks: ReadonlyMap<NodeId, Judgement>;
  /** Only these moves are listed (a review's filter), or null for all. */
  only: ReadonlySet<NodeId> | null;
  go(id: NodeId): void;
  room?: number; // pixels across
  /** Rows as they were drawn last, so that a step in a long game draws two of them and not all. For one place in the page. */
  kept?: Kept;
};
export type Kept = Map<NodeId, { as: string; nodes: VNode[] }>;

/** On the main line it is not shown which moves lead to the current one. */
const NOWHERE: ReadonlySet<NodeId> = new Set();
/** So many seats fit beside each other; a round of more takes several lines. */
const MOST_COLUMNS = 4;
/** Pixels: how wide the list is unless told, a letter, and what else is in a cell. */
const WIDE = { list: 290, letter: 7, cell: 38 };

/** As many columns as the moves leave room for, so that rounds are filled; long moves with brackets take two lines. */
function columnsOf(tree: Tree, seats: number, room: number): number {
  let longest = 1;
  for (const { move } of tree.nodes.values()) longest = Math.max(longest, move.includes("(") ? Math.ceil(move.length / 2) + 2 : move.length);
  const fit = Math.max(1, Math.min(MOST_COLUMNS, seats, Math.floor(room / (longest * WIDE.letter + WIDE.cell))));
  for (let columns = fit; columns > 1; columns -= 1) if (seats % columns === 0) return columns;
  return seats > MOST_COLUMNS ? fit : 1;
}

export function moves(props: MovesProps): VNode {
  const { tree, seats, mover, only } = props;
  if (node(tree, ROOT).children.length === 0) {
    return h("p.moves-empty.quiet", "No moves yet. Play on the board, type a move, or import a game.");
  }
  if (only !== null) return picked(props, only);
  const here = new Set(pathTo(tree, tree.at));
  const all = rows(tree, seats.players.length, mover);
  const intro = node(tree, ROOT).comment;
  const columns = columnsOf(tree, seats.players.length, props.room ?? WIDE.list);
  return h("div.moves", { attrs: { role: "group", "aria-label": "Moves" } }, [
    intro ? h("p.move-comment", intro) : null,
    ...all.flatMap((row, at) => keptRound(props, row, here, columns, all[at - 1]?.round === row.round || row.branches.length > 0)),
  ]);
}

/** A row without branches and comments is drawn again only if something in it is another. */
function keptRound(props: MovesProps, row: Row, here: ReadonlySet<NodeId>, columns: number, cut: boolean): VNode[] {
  const { kept, tree, marks } = props;
  const ids = row.cells.flat();
  const [first] = ids;
  if (!kept || first === undefined || row.branches.length > 0 || ids.some((id) => node(tree, id).comment)) return round(props, row, here, columns, cut);
  const current = ids.includes(tree.at) ? tree.at : tree.at === ROOT ? -1 : 0;
  const as = [row.round, columns, cut, current, ...row.cells.map((cell) => cell.map((id) => `${id}${node(tree, id).move}${marks.get(id) ?? ""}`).join())].join("|");
  const known = kept.get(first);
  if (known?.as === as) return known.nodes;
  const nodes = round(props, row, NOWHERE, columns, cut);
  kept.set(first, { as, nodes });
  return nodes;
}

/** A row; of one that branches cut in two, with many seats, only the cells with moves are shown. */
function round(props: MovesProps, row: Row, here: ReadonlySet<NodeId>, columns: number, cut: boolean): VNode[] {
  const { seats, tree } = props;
  const many = seats.players.length;
  const cells = row.cells.map((ids, seat) => (cut && many > 2 && ids.length === 0 ? null :
    h("span.move-cell", { key: seat, class: { blank: ids.length === 0 } }, [
      many > 2 ? seatChip(seats, seat) : null,
      h("span.move-run", ids.map((id) => button(props, id, here))),
    ])));
  const key = row.cells.flat()[0] ?? 0;
  const comments = row.cells.flat().map((id) => ({ id, text: node(tree, id).comment })).filter(({ text }) => text);
  return [
    h("div.round", { key: `round${key}` }, [
      h("span.round-number", `${row.round}`),
      h("div.round-cells", { style: { "--columns": String(columns) } }, cells),
    ]),
    ...comments.map(({ id, text }) => h("p.move-comment", { key: `comment${id}` }, text)),
    ...row.branches.map((id) => h("div.branch", { key: `branch${id}` }, branch(props, id, here, 0))),
  ];
}

/** A branch in one run of text; deeper ones in brackets of their own. */
function branch(props: MovesProps, from: NodeId, here: ReadonlySet<NodeId>, depth: number): VNode[] {
  const { tree, seats, mover } = props;
  const found: VNode[] = [];
  for (let id: NodeId | undefined = from; id !== undefined; id = node(tree, id).children[0]) {
    const { seat } = mover(id);
    if (seat !== null && (id === from || seats.players.length > 2)) found.push(seatChip(seats, seat));
    found.push(button(props, id, here));
    const text = node(tree, id).comment;
    if (text) found.push(h("span.move-comment", text));
    // Branches beside the next move of this line.
    const next = node(tree, id).children;
    for (const other of next.slice(1)) {
      found.push(h(depth % 2 === 0 ? "span.sub" : "span.sub.deep", { key: `sub${other}` }, ["(", ...branch(props, other, here, depth + 1), ")"]));
    }
  }
  return found;
}

/** The moves that a filter leaves, as a plain list. */
function picked(props: MovesProps, only: ReadonlySet<NodeId>): VNode {
  const { tree, seats, mover } = props;
  const here = new Set(pathTo(tree, tree.at));
  const found = [...only].filter((id) => tree.nodes.has(id));
  if (found.length === 0) return h("p.moves-empty.quiet", "No such moves.");
  return h("div.moves.picked", { attrs: { role: "group", "aria-label": "Marked moves" } }, found.map((id) => {
    const { seat } = mover(id);
    return h("div.round", { key: id }, [
      h("span.round-number", String(pathTo(tree, id).length)),
      h("span.move-cell", [seat === null ? null : seatChip(seats, seat), button(props, id, here)]),
    ]);
  }));
}

function button({ tree, seats, mover, marks, go }: MovesProps, id: NodeId, here: ReadonlySet<NodeId>): VNode {
  const { move } = node(tree, id);
  const judgement = marks.get(id);
  const { seat } = mover(id);
  const name = [seat === null ? "" : seatName(seats, seat), move, isMark(judgement) ? WORD[judgement] : ""].filter(Boolean).join(", ");
  const current = tree.at === id;
  return h(
    "button.move",
    {
      key: `move${id}`,
      // One stop for the tab key: the arrows walk from there.
      attrs: { type: "button", "aria-label": name, tabindex: current || (tree.at === ROOT && node(tree, ROOT).children[0] === id) ? 0 : -1, "aria-current": current ? "true" : false },
      class: { here: here.has(id), current, [judgement ?? "plain"]: true },
      on: { click: () => go(id) },
      hook: { postpatch: (_old, vnode) => { if (current) keepSeen(vnode.elm as HTMLElement); } },
    },
    [breakable(move), isMark(judgement) ? h("b.sign", SIGN[judgement]) : null],
  );
}

/** Long moves may break before a bracket. */
function breakable(move: string): string {
  return move.replaceAll("(", "\u200b(");
}

/** Scrolls the list, and never the page, until the current move is seen. */
function keepSeen(move: HTMLElement): void {
  const list = move.closest<HTMLElement>(".moves-scroll");
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const box = list.getBoundingClientRect();
  const own = move.getBoundingClientRect();
  if (own.top < box.top) list.scrollTop -= box.top - own.top + 24;
  else if (own.bottom > box.bottom) list.scrollTop += own.bottom - box.bottom + 24;
}

export type BranchProps = {
  tree: Tree;
  main: boolean; // whether the current move is on the main line
  writing: boolean;
  promote(toMain: boolean): void;
  remove(): void;
  comment(text: string): void;
  write(open: boolean): void;
};

/** What can be done with the branch of the current move. */
export function branchTools({ tree, main, writing, promote, remove, comment, write }: BranchProps): VNode {
  const root = tree.at === ROOT;
  const now = node(tree, tree.at).comment;
  return h("div.branch-tools", [
    h("div.row", [
      h("button.plain.small", { attrs: { type: "button", "aria-expanded": writing ? "true" : "false" }, on: { click: () => write(!writing) } }, now ? "Edit comment" : "Comment"),
      main ? null : h("button.plain.small", { attrs: { type: "button" }, on: { click: () => promote(false) } }, "Promote"),
      main ? null : h("button.plain.small", { attrs: { type: "button" }, on: { click: () => promote(true) } }, "Make main line"),
      root ? null : h("button.plain.small", { attrs: { type: "button", title: "Deletes this move and all that follow it" }, on: { click: remove } }, "Delete from here"),
    ]),
    writing
      ? h("label.field", [
          h("span.unseen", "Comment on this move"),
          h("textarea.comment-field", {
            key: `comment${tree.at}`,
            props: { value: now, maxLength: 2000 },
            on: {
              input: (event: Event) => comment((event.target as HTMLTextAreaElement).value),
              keydown: (event: KeyboardEvent) => { if (event.key === "Escape") write(false); },
            },
            hook: { insert: (vnode) => (vnode.elm as HTMLElement).focus() },
          }),
        ])
      : null,
  ]);
}
