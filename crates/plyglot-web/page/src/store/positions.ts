// What the server says of the nodes of a tree, asked once for each and kept.

import { position, words, type Place } from "../api/http";
import type { View } from "../api/types";
import type { Played } from "./rounds";
import { movesTo, node, pathTo, type NodeId, type Tree } from "./tree";

/** Views that are kept; the oldest make room. */
const MOST_VIEWS = 400;
/** Ends of branches, and plies of one turn, that are asked for in the background, so that the list knows who played what. */
const MOST_FILLED = 500;

export class Positions {
  private readonly views = new Map<NodeId, View>();
  private readonly problems = new Map<NodeId, string>();
  private readonly movers = new Map<NodeId, number>();
  private readonly midTurn = new Map<NodeId, boolean>();
  private readonly underWay = new Map<NodeId, Promise<View | null>>();
  private readonly peeks = new Map<string, Promise<View>>();
  private filled = 0;
  private filling = false;
  private alive = true;

  constructor(
    private readonly tree: () => Tree,
    private readonly learnt: (id: NodeId, view: View) => void,
    private readonly changed: () => void,
  ) {}

  end(): void {
    this.alive = false;
  }

  place(id: NodeId): Place {
    const tree = this.tree();
    return { game: tree.game, ...(tree.position === null ? {} : { position: tree.position }), moves: movesTo(tree, id) };
  }

  view(id: NodeId): View | null {
    return this.views.get(id) ?? null;
  }

  /** Any view there is: players, colours and sides are the same in all. */
  any(): View | null {
    return this.views.values().next().value ?? null;
  }

  problem(id: NodeId): string | null {
    return this.problems.get(id) ?? null;
  }

  /** Fetches the view of a node, once. */
  ask(id: NodeId): Promise<View | null> {
    const known = this.views.get(id);
    if (known) {
      this.views.delete(id); // moves it to the young end
      this.views.set(id, known);
      return Promise.resolve(known);
    }
    const asked = this.underWay.get(id);
    if (asked) return asked;
    const fresh = this.fetch(id).finally(() => {
      this.underWay.delete(id);
      if (this.alive) this.changed();
    });
    this.underWay.set(id, fresh);
    return fresh;
  }

  private async fetch(id: NodeId): Promise<View | null> {
    this.problems.delete(id);
    try {
      const view = await position(this.place(id));
      this.learn(id, view);
      return view;
    } catch (error) {
      this.problems.set(id, words(error));
      return null;
    }
  }

  learn(id: NodeId, view: View): void {
    this.views.set(id, view);
    this.midTurn.set(id, view.mid_turn);
    if (this.tree().nodes.has(id)) {
      pathTo(this.tree(), id).forEach((one, ply) => {
        const seat = view.movers[ply];
        if (seat !== undefined) this.movers.set(one, seat);
      });
    }
    const oldest = this.views.keys().next().value;
    if (this.views.size > MOST_VIEWS && oldest !== undefined && oldest !== this.tree().at) this.views.delete(oldest);
    this.learnt(id, view);
  }

  /** The position some steps along a line of moves, for the small board. */
  peek(from: NodeId, line: readonly string[]): Promise<View> {
    const place = this.place(from);
    const moves = [...(place.moves ?? []), ...line];
    const key = JSON.stringify(moves);
    let found = this.peeks.get(key);
    if (!found) {
      found = position({ ...place, moves });
      found.catch(() => this.peeks.delete(key));
      if (this.peeks.size > 200) this.peeks.clear();
      this.peeks.set(key, found);
    }
    return found;
  }

  /** Learns in the background who played the moves of all branches. */
  async fill(): Promise<void> {
    if (this.filling) return;
    this.filling = true;
    for (let id = this.unknown(); this.alive && id !== undefined && this.filled < MOST_FILLED; id = this.unknown()) {
      this.filled += 1;
      await this.ask(id);
    }
    this.filling = false;
  }

  /** An end of a branch whose movers are not known, or a node after which the same seat went on: in the same turn? */
  private unknown(): NodeId | undefined {
    for (const [id, { children, parent }] of this.tree().nodes) {
      if (this.problems.has(id) || this.views.has(id)) continue;
      if (children.length === 0 && parent !== null && !this.movers.has(id)) return id;
      const own = this.movers.get(id);
      if (own !== undefined && !this.midTurn.has(id) && children.some((child) => this.movers.get(child) === own)) return id;
    }
    return undefined;
  }

  /** Who played a node's move, and whether it went on with the turn of the one before. */
  readonly mover = (id: NodeId): Played => {
    const { parent } = node(this.tree(), id);
    return { seat: this.movers.get(id) ?? null, again: parent !== null && (this.midTurn.get(parent) ?? false) };
  };
}
