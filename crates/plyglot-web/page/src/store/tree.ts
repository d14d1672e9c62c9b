// The tree of moves of the analysis page: plain values, every change makes a new tree.

export type NodeId = number;
export type Node = { parent: NodeId | null; move: string; comment: string; children: NodeId[] };
/** `position` is the text that the game begins with, or null for the game's own start. */
export type Tree = {
  game: string;
  position: string | null;
  nodes: ReadonlyMap<NodeId, Node>;
  at: NodeId;
  next: NodeId;
};
/** The form that links and files of the page hold: nodes in preorder, each with the place of its parent. */
export type Packed = {
  game: string;
  position: string | null;
  nodes: ([number, string] | [number, string, string])[];
  at: number;
  note?: string;
};

export const ROOT: NodeId = 0;
/** More nodes than anyone plays by hand; keeps a hostile link from filling the memory. */
export const MOST_NODES = 20_000;

export function plant(game: string, position: string | null, moves: readonly string[] = []): Tree {
  const nodes = new Map<NodeId, Node>([[ROOT, { parent: null, move: "", comment: "", children: [] }]]);
  let tree: Tree = { game, position, nodes, at: ROOT, next: 1 };
  for (const move of moves.slice(0, MOST_NODES)) tree = grow(tree, tree.next - 1, move, nodes);
  return tree;
}

export function node(tree: Tree, id: NodeId): Node {
  const found = tree.nodes.get(id);
  if (!found) throw new Error(`no node ${id} in the tree`);
  return found;
}

/** The nodes from the root to `id`, without the root. */
export function pathTo(tree: Tree, id: NodeId): NodeId[] {
  const path: NodeId[] = [];
  for (let at: NodeId | null = id; at !== null && at !== ROOT; at = node(tree, at).parent) path.push(at);
  return path.reverse();
}

export function movesTo(tree: Tree, id: NodeId): string[] {
  return pathTo(tree, id).map((at) => node(tree, at).move);
}

/** The line through `id`: from the root to it, then on along first children. */
export function lineThrough(tree: Tree, id: NodeId): NodeId[] {
  const line = pathTo(tree, id);
  for (let at = node(tree, id).children[0]; at !== undefined; at = node(tree, at).children[0]) line.push(at);
  return line;
}

export function mainLine(tree: Tree): NodeId[] {
  return lineThrough(tree, ROOT);
}

export function isMain(tree: Tree, id: NodeId): boolean {
  return pathTo(tree, id).every((at) => siblings(tree, at)[0] === at);
}

/** The node and all that stand beside it at the same fork. */
export function siblings(tree: Tree, id: NodeId): NodeId[] {
  const parent = node(tree, id).parent;
  return parent === null ? [id] : node(tree, parent).children;
}

export function go(tree: Tree, id: NodeId): Tree {
  node(tree, id);
  return tree.at === id ? tree : { ...tree, at: id };
}

function grow(tree: Tree, parent: NodeId, move: string, nodes: Map<NodeId, Node>): Tree {
  const id = tree.next;
  const above = node(tree, parent);
  nodes.set(parent, { ...above, children: [...above.children, id] });
  nodes.set(id, { parent, move, comment: "", children: [] });
  return { ...tree, nodes, at: id, next: id + 1 };
}

/** Plays moves from a node: follows branches that are there, grows the rest, and goes to the end. */
export function play(tree: Tree, from: NodeId, moves: readonly string[]): Tree {
  let now: Tree = { ...tree, at: from };
  let nodes: Map<NodeId, Node> | null = null;
  for (const move of moves) {
    const known = node(now, now.at).children.find((child) => node(now, child).move === move);
    if (known !== undefined) {
      now = { ...now, at: known };
    } else {
      if (now.nodes.size >= MOST_NODES) break;
      nodes ??= new Map(tree.nodes);
      now = grow(now, now.at, move, nodes);
    }
  }
  return now;
}

function changed(tree: Tree, id: NodeId, change: Partial<Node>): Tree {
  const nodes = new Map(tree.nodes);
  nodes.set(id, { ...node(tree, id), ...change });
  return { ...tree, nodes };
}

export function comment(tree: Tree, id: NodeId, text: string): Tree {
  return changed(tree, id, { comment: text });
}

/** The text of a move as the game writes it, once the server has told it. */
export function rename(tree: Tree, id: NodeId, move: string): Tree {
  return node(tree, id).move === move ? tree : changed(tree, id, { move });
}

/** Makes the branch of `id` the first at its nearest fork above where it is not, or at all of them. */
export function promote(tree: Tree, id: NodeId, toMain = false): Tree {
  let now = tree;
  for (const at of pathTo(tree, id).reverse()) {
    const beside = siblings(now, at);
    if (beside[0] === at) continue;
    const parent = node(now, at).parent ?? ROOT;
    now = changed(now, parent, { children: [at, ...beside.filter((other) => other !== at)] });
    if (!toMain) break;
  }
  return now;
}

/** Cuts off a node with all below it. Whoever stands in there goes to the node above. */
export function remove(tree: Tree, id: NodeId): Tree {
  const parent = node(tree, id).parent;
  if (parent === null) return tree;
  const inside = pathTo(tree, tree.at).includes(id);
  const now = changed(tree, parent, { children: siblings(tree, id).filter((other) => other !== id) });
  const nodes = new Map(now.nodes);
  const gone = [id];
  for (let at = gone.pop(); at !== undefined; at = gone.pop()) {
    gone.push(...(nodes.get(at)?.children ?? []));
    nodes.delete(at);
  }
  return { ...now, nodes, at: inside ? parent : tree.at };
}

export type Step = "back" | "forward" | "first" | "last" | "up" | "down" | "fork-back" | "fork-forward";

/** Where a step leads; `at` itself where there is no further. */
export function step(tree: Tree, how: Step): NodeId {
  const { parent, children } = node(tree, tree.at);
  switch (how) {
    case "back":
      return parent ?? tree.at;
    case "forward":
      return children[0] ?? tree.at;
    case "first":
      return ROOT;
    case "last":
      return lineThrough(tree, tree.at).at(-1) ?? tree.at;
    case "up":
    case "down": {
      const beside = siblings(tree, tree.at);
      const place = beside.indexOf(tree.at) + (how === "up" ? -1 : 1);
      return beside[(place + beside.length) % beside.length] ?? tree.at;
    }
    case "fork-back": {
      const above = pathTo(tree, tree.at).slice(0, -1).reverse();
      return above.find((at) => node(tree, at).children.length > 1) ?? ROOT;
    }
    case "fork-forward": {
      const below = lineThrough(tree, tree.at);
      const from = below.indexOf(tree.at) + 1;
      const fork = below.slice(from).find((at) => node(tree, at).children.length > 1);
      return fork ?? below.at(-1) ?? tree.at;
    }
  }
}

export function pack(tree: Tree): Packed {
  const places = new Map<NodeId, number>();
  const nodes: Packed["nodes"] = [];
  const waiting = [ROOT];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const { parent, move, comment: text, children } = node(tree, id);
    places.set(id, places.size);
    if (parent !== null) {
      const above = places.get(parent) ?? 0;
      nodes.push(text ? [above, move, text] : [above, move]);
    }
    waiting.push(...children.toReversed());
  }
  const note = node(tree, ROOT).comment;
  const packed: Packed = { game: tree.game, position: tree.position, nodes, at: places.get(tree.at) ?? 0 };
  return note ? { ...packed, note } : packed;
}

/** Reads what `pack` wrote; whatever else a link holds is refused with null. */
export function unpack(from: unknown): Tree | null {
  if (typeof from !== "object" || from === null) return null;
  const { game, position, nodes, at, note } = from as Partial<Record<keyof Packed, unknown>>;
  if (typeof game !== "string" || !Array.isArray(nodes) || nodes.length > MOST_NODES) return null;
  if (typeof position !== "string" && position !== null && position !== undefined) return null;
  const all = new Map<NodeId, Node>();
  all.set(ROOT, { parent: null, move: "", comment: typeof note === "string" ? note : "", children: [] });
  for (const entry of nodes as unknown[]) {
    const [parent, move, text] = Array.isArray(entry) ? (entry as unknown[]) : [];
    const above = typeof parent === "number" ? all.get(parent) : undefined;
    if (!above || typeof move !== "string") return null;
    above.children.push(all.size);
    all.set(all.size, {
      parent: parent as number,
      move,
      comment: typeof text === "string" ? text : "",
      children: [],
    });
  }
  const here = typeof at === "number" && all.has(at) ? at : ROOT;
  return { game, position: position ?? null, nodes: all, at: here, next: all.size };
}
