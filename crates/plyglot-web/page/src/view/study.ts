/** The analysis of one tree: board, bar, graph, lines, moves and the tools around them. */
import * as http from "../api/http";
import { onLost } from "../api/socket";
import type { Explanation, GameInfo, Line, Ply, ReadGame, View } from "../api/types";
import { setTitle } from "../router";
import { arrows } from "../store/arrows";
import { OpeningBook } from "../store/book";
import { node, plant, step, type Step, type Tree } from "../store/tree";
import { freshId } from "../store/link";
import { isOn } from "../store/prefs";
import { SetupRun } from "../store/setup";
import { Study } from "../store/study";
import { agentOf } from "../ui/agent";
import type { VNode } from "../ui/dom";
import { tint, type Term } from "../ui/explain";
import { plain } from "../ui/form";
import type { Kept } from "../ui/moves";
import type { Reviewer } from "../ui/review";
import { alarm, say } from "../ui/says";
import { StudyBoard } from "./studyboard";
import { StudyFiles } from "./studyfiles";
import { stepOf, studyHelp } from "./studykeys";
import { layout } from "./studylayout";

export type Tab = "lines" | "moves" | "explain" | "setup" | "review" | "share";
export type Around = {
  changed(): void; // the tree is another: the address follows
  redraw(): void;
  another(): void;
  open(tree: Tree): void;
  read(game: string, text: string): Promise<Tree | ReadGame[]>;
};

const PHONE = "(max-width: 799px) and (orientation: portrait), (max-width: 599px)";
const LOW = "(max-height: 560px)";
/** A lost server is asked this often whether it is there again. */
const RETRY_MILLIS = 2000;

export class StudyView {
  /** Another tree is another page: nothing of its nodes, the board least of all, is used again. */
  readonly id = freshId();
  readonly study: Study;
  readonly board: StudyBoard;
  readonly book: OpeningBook;
  tab: Tab = "moves";
  link: string | null = null;
  hash = "";
  agentsOpen = false;
  writing = false;
  kept: Kept = new Map();
  forkOpen = false;
  lost = false;
  typeError: string | null = null;
  setup: SetupRun | null = null;
  peeked: { view: View; line: Line; steps: number } | null = null;
  explained: { key: string; told: Explanation | null; error: string | null } | null = null;
  judge: string | null = null; // whose evaluation is explained
  looked: Term | null = null;
  pinned: Term | null = null;
  reviewer: Reviewer = { agent: null, nodes: null };
  readonly files: StudyFiles;
  private readonly phone = matchMedia(PHONE);
  private readonly low = matchMedia(LOW);
  private readonly unwatch: () => void;
  private retries = 0;
  private threats: { key: string; plies: Ply[] } | null = null;
  private peeks = 0;
  private tree: Tree;
  private reviewed: string | null = null;

  constructor(tree: Tree, readonly around: Around) {
    this.tree = tree;
    this.board = new StudyBoard((move) => this.study.play(move), around.redraw);
    this.book = new OpeningBook(around.redraw);
    this.study = new Study(tree, () => this.changed());
    this.files = new StudyFiles(this.study, around);
    for (const query of [this.phone, this.low]) query.addEventListener("change", around.redraw);
    this.unwatch = onLost((lost) => {
      if (this.lost === lost) return;
      this.lost = lost;
      window.clearInterval(this.retries);
      if (lost) this.retries = window.setInterval(() => this.study.again(), RETRY_MILLIS);
      else this.study.again();
      around.redraw();
    });
  }

  get small(): boolean {
    return this.phone.matches;
  }

  /** No room under the board: what stands there goes into the tabs. */
  get tight(): boolean {
    return this.small || this.low.matches;
  }

  end(): void {
    for (const query of [this.phone, this.low]) query.removeEventListener("change", this.around.redraw);
    this.unwatch();
    window.clearInterval(this.retries);
    this.study.end();
  }

  know(info: GameInfo | null): void {
    this.study.know(info);
    setTitle(`Analyse ${plain(info?.name ?? "")}`);
    this.around.redraw();
  }

  linked(link: string, hash: string): void {
    this.link = link;
    this.hash = hash;
    if (this.tab === "share") this.around.redraw();
  }

  seen(visible: boolean): void {
    if (visible) this.study.analyses.wake();
    else this.study.analyses.sleep();
  }

  // `study` is not there yet while it is being made, when it tells of its first change.
  private changed(): void {
    const study = this.study as Study | undefined;
    if (!study) return;
    const review = study.review.id;
    if (study.tree !== this.tree || review !== this.reviewed) {
      if (study.tree.at !== this.tree.at) this.left();
      this.tree = study.tree;
      this.reviewed = review;
      this.link = null; // until it holds the change
      this.around.changed();
    }
    this.follow();
    this.around.redraw();
  }

  /** What belonged to the node that is left. */
  private left(): void {
    this.forkOpen = false;
    this.writing = false;
    this.typeError = null;
    this.pinned = null;
    this.looked = null;
    this.peek(null, 0);
  }

  /** Brings the board, and what the open tab needs, to where the tree is. */
  follow(): void {
    const { study, board } = this;
    if (this.setup) return board.showSetup(this.setup);
    const view = study.view();
    if (view === null) return;
    board.show(view);
    if (this.tab === "explain") this.explain();
    const { format } = this.files.written;
    if (this.tab === "share" && format !== null) void this.files.write(format);
    this.mark(view);
  }

  mark(view: View): void {
    const { study, board } = this;
    const { on, threat } = study.setting;
    const views = on ? study.analyses.slots.map((slot) => slot.view) : [];
    const term = this.tab === "explain" ? (this.looked ?? this.pinned) : null;
    const shown = term && this.explained?.told ? tint(this.explained.told, term) : null;
    const plies = threat ? this.threatened(views[0]?.answer?.seat) : view.moves;
    board.marks(shown ? [] : arrows(views, plies, new Set(view.sides).size, threat), shown);
  }

  /** The moves that the threatening seat would have, for their clicks. */
  private threatened(seat: number | undefined): Ply[] {
    if (seat === undefined) return [];
    const place = { ...this.study.place(), seat };
    const key = JSON.stringify(place);
    if (this.threats?.key !== key) {
      this.threats = { key, plies: [] };
      http.premoves(place).then(({ moves }) => {
        if (this.threats?.key !== key) return;
        this.threats = { key, plies: moves };
        this.follow();
      }, () => undefined); // lines without arrows still say what threatens
    }
    return this.threats.plies;
  }

  explain(): void {
    const place = { ...this.study.place(), ...(this.judge === null ? {} : { agent: this.judge }) };
    const key = JSON.stringify(place);
    if (this.explained?.key === key) return;
    this.explained = { key, told: null, error: null };
    const put = (told: Explanation | null, error: string | null): void => {
      if (this.explained?.key !== key) return;
      this.explained = { key, told, error };
      this.changed();
    };
    http.explain(place).then((told) => put(told, null), (error: unknown) => put(null, http.words(error)));
  }

  peek(line: Line | null, steps: number): void {
    const asked = ++this.peeks;
    if (line === null) {
      if (this.peeked) this.around.redraw();
      this.peeked = null;
      return;
    }
    this.study.positions.peek(this.study.tree.at, line.pv.slice(0, steps)).then((view) => {
      if (asked !== this.peeks) return;
      this.peeked = { view, line, steps };
      this.around.redraw();
    }, () => undefined); // the line itself still stands there
  }

  choose(tab: Tab): void {
    if (this.tab === "setup" && tab !== "setup") this.setup = null;
    if (tab !== this.tab) this.kept = new Map();
    this.tab = tab;
    if (tab === "setup") this.setup = new SetupRun(this.study.place(), () => this.changed());
    this.changed();
  }

  /** The position as it is with everything that was done to it, also with what is still on its way to the server. */
  async useSetup(): Promise<void> {
    const run = this.setup;
    await run?.settled();
    const made = run?.problem ? null : run?.view?.view;
    if (!made || run !== this.setup) return;
    this.setup = null;
    this.around.open(plant(made.short, made.position));
  }

  startReview(): void {
    const { agent, nodes } = this.reviewer;
    const { info } = this.study;
    this.study.startReview({ ...(agent && info ? { agent: agentOf(agent, info).spec } : {}), ...(nodes === null ? {} : { nodes }) });
  }

  async type(text: string): Promise<void> {
    this.typeError = await this.study.type(text);
    if (this.typeError) alarm(this.typeError);
    this.around.redraw();
  }

  step(how: Step): void {
    const { study } = this;
    if (how === "forward" && this.small && node(study.tree, study.tree.at).children.length > 1) {
      this.forkOpen = !this.forkOpen;
      return this.around.redraw();
    }
    study.go(step(study.tree, how));
  }

  key(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.setup) return;
    if (target?.closest("input, textarea, select, dialog, summary, [role=radiogroup], [role=tab]")) return;
    const inBoard = target?.closest("[role=grid]") != null;
    const how = stepOf(event, inBoard);
    if (how) {
      const to = step(this.study.tree, how);
      if (to === this.study.tree.at && (how === "up" || how === "down")) return;
      event.preventDefault();
      return this.study.go(to);
    }
    if (event.key === "?") return studyHelp();
    if (inBoard || !isOn("letters")) return;
    const act = this.letters()[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private letters(): Record<string, () => void> {
    const { study } = this;
    const { on, threat } = study.setting;
    return {
      a: () => study.change({ on: !on }),
      t: () => { if (on) study.change({ threat: !threat }); },
      "+": () => { for (const slot of study.analyses.slots) void study.analyses.deeper(slot); },
      l: () => say(study.view()?.says ?? ""),
      r: () => this.board.flip(),
      "/": () => document.querySelector<HTMLElement>(".study .typed input")?.focus(),
    };
  }

  draw(): VNode {
    return layout(this);
  }
}
