// Draft of the types of /api/v1. It is replaced by the file that the build makes of openapi.json.

export type Click = number | string; // a cell by index, or a choice by name
export type Ply = { move: string; clicks: Click[] };
export type Shape = "square" | "hex" | "round";
export type Tint = "plain" | "dark" | "special" | "base" | "blocked";
export type Material = "linen" | "sand" | "slate" | "felt" | "wood" | "paper";
export type Piece = { cell: number; owner: number | null; kind: string; label: string; crown?: boolean };
export type Link = { from: [number, number]; to: [number, number] }; // [cell, degrees of the side it leaves by]
export type Label = { x: number; y: number; text: string };
export type Counter = { owner: number | null; name: string; value: number };
export type Mark = { mark: string; means: string };
export type Change =
  | { what: "moved"; path: number[] }
  | { what: "placed"; piece: Piece }
  | { what: "removed"; piece: Piece }
  | { what: "converted"; from: number | null; piece: Piece }
  | { what: "promoted"; from: string; piece: Piece }
  | { what: "ground"; cell: number; tint: Tint; base: number | null; mark: string | null }
  | { what: "linked"; link: Link }
  | { what: "unlinked"; link: Link }
  | { what: "counted"; owner: number | null; name: string; from: number | null; to: number | null }
  | { what: "phase"; phase: string | null };

/** What never changes of a board: fetched once by its id and kept. */
export type Board = {
  id: string;
  cells: { name: string; shape: Shape; x: number; y: number }[]; // centres; a cell is one unit wide, y grows downwards
  labels: Label[];
  legend: Mark[];
  material: Material;
};
export type Ground = { cell: number; tint: Tint; base: number | null; mark: string | null };
/** What stands on a board: `grounds` lists only cells that are not plain. */
export type Look = { pieces: Piece[]; grounds: Ground[]; links: Link[]; counters: Counter[]; phase: string | null };
/** What the last ply touched. */
export type Trail = { path: number[]; turned: number[]; taken: number[] };

/** A position with everything that is shown of it. */
export type View = {
  game: string; // full specification
  short: string; // shortest specification of the same
  name: string; // the game's name alone
  first: string; // text of the position that the game began with
  plies: string[]; // canonical plies since
  movers: number[]; // the seat that played each of them
  position: string; // canonical text of this position
  players: string[]; // the seats' own words: "black", "red", "1"
  colours: string[]; // class names of seats' colours: "c-blue"
  sides: number[]; // seats with equal numbers are a team
  turn: number | null;
  mid_turn: boolean;
  over: boolean;
  result: string | { [row: string]: number[] } | null;
  reason: string | null;
  ranks: number[] | null;
  last: Click[];
  changes: Change[];
  skipped: number[];
  says: string; // announces the last ply and what follows
  pass_reason: string | null;
  orientation: number[]; // degrees by seat, clockwise
  moves: Ply[];
  trail: Trail;
  board: string;
  look: Look;
};

export type Problem = {
  code: "syntax" | "rules" | "illegal" | "spec" | "stale" | "forbidden" | "not_found" | "limit" | "busy" | "internal";
  message: string;
  at: { field: string; line?: number; column?: number };
  expected?: string;
  got?: string;
};

export type Field = {
  name: string;
  kind: "flag" | "int" | "megabytes" | "threads" | "real" | "spec" | "choice" | "file";
  values?: [number, number] | string[]; // range of numbers, or words
  default: string | null;
  help: string;
};
export type Part = { name: string; about: string; options: Field[] };
export type Agent = Part & { game: string; stands_for?: string; specification: string };
/** A strength with an honest word of what it is. */
export type Level = { level: number; spec: string; limits: Limits; about: string };
export type GameInfo = {
  name: string;
  about: string;
  players: string;
  options: Field[];
  evaluations: Part[];
  orders: Part[];
  formats: { name: string; about: string }[];
  agents: Agent[]; // presets and classic players
  searches: Part[]; // those that fit the game
  levels: Level[];
  sample: View; // a position for the picture
  maps: boolean; // whether it has a map editor
};
export type Hello = { api: 1; version: string; engine: string; allow_exec: boolean; guests: boolean; addresses: string[]; cores: number }; // addresses: where guests reach this server

export type Limits = { millis: number | null; nodes: number | null };
export type Seat = { who: "person"; name: string } | { who: "agent"; spec: string; limits: Limits };
export type ClockRules = { base: number; increment: number }; // milliseconds
export type NewTable = {
  game: string; position?: string; moves?: string[];
  seats: Seat[]; clock?: ClockRules | null; seed?: number; pace?: number; // pace: least milliseconds between agents' plies
};
export type Ending = { by: "rules" } | { by: "resigned"; seat: number } | { by: "time"; seat: number } | { by: "agreed" };
export type TableView = {
  id: string;
  version: number; // grows with every change
  seats: { name: string; who: "person" | "agent"; spec?: string; limits?: Limits; thinking: boolean; guest: boolean; open: boolean }[]; // open: waits for a guest with a code
  yours: number[]; // the seats that the asker plays; filled in answers to requests only
  clock: { left: number[]; running: number | null; base: number; increment: number } | null; // milliseconds at the moment of sending
  paused: boolean;
  pace: number;
  view: View; // the current position, with `first` and `plies`
  ending: Ending | null;
  ranks: number[] | null;
  outcome: string | null; // how it ended, in words
  offers: number[]; // seats that offered a draw
  undo_asked: number | null; // the seat that asks to take back
  premove: string | null; // what the asker's seat has prepared; filled in answers to requests only
  expected: (number | null)[][]; // after each ply: the expected scores by seat that its agent told, or []
  next: string | null; // the table of the rematch
  trouble: string | null; // why agents wait though nobody paused them
};
export type TableBrief = { id: string; name: string; seats: string[]; plies: number; turn: number | null; yours: boolean; over: boolean; outcome: string | null; updated: number; view: View }; // updated: milliseconds since 1970

export type Unit = "unknown" | "points" | "expected" | "payoff" | "end";
export type Value = { unit: Unit; amount: number; bound?: "at_least" | "at_most"; distance?: number };
export type Line = { move: string | null; pv: string[]; value: Value | null; values: (Value | null)[]; expected: (number | null)[]; words: string };
export type Answer = { seat: number; lines: Line[]; depth: number; nodes: number; table_permille: number; proven: boolean };
export type Hold = { depth?: number | null; nodes?: number | null; millis?: number | null };
export type NewAnalysis = {
  game: string; position?: string; moves?: string[];
  agent: string; lines?: number; only?: string[]; hold?: Hold; threat?: boolean; // threat: as if the mover passed
};
export type AnalysisView = {
  id: string;
  state: "queued" | "running" | "holding" | "done" | "cancelled" | "failed";
  error: Problem | null;
  agent: string; // full specification
  answer: Answer | null;
  nodes: number;
  millis: number;
};
export type SeatTerms = { player: number; name: string; terms: { name: string; value: number }[]; total: number };
/** `cells`: what each piece adds to the terms of a seat, found by taking it away; values[seat][term]. */
export type Explanation = { agent: string; seats: SeatTerms[]; cells: { cell: number; values: number[][] }[] };

export type Setup = {
  palette: { owner: number | null; kind: string; label: string }[];
  cells: string[]; counters: (Counter & { most: number })[]; turn: number | null; stages: string[]; stage: number;
};
export type Edit =
  | { set: "cell"; cell: number; label: string }
  | { set: "counter"; counter: number; value: number }
  | { set: "turn"; seat: number }
  | { set: "stage"; stage: number }
  | { set: "clear" };
/** The setup after the edits; `look` shows it even while it is no position, `problem` says why it is none. */
export type SetupView = { setup: Setup; board: string; look: Look; view: View | null; problem: Problem | null };

export type ReadGame = { game: string; position: string | null; moves: string[]; players: string[]; error: string | null };

export type Judgement = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced";
export type ReviewedPly = {
  ply: number; // index into plies
  seat: number;
  expected: (number | null)[]; // after the ply, by seat
  loss: number | null; // of the mover's expected score
  judgement: Judgement;
  best: Line | null; // the better line, if it is not what was played
  gained: (number | null)[]; // by seat: what the ply gave to each
};
export type ReviewView = {
  id: string;
  state: "queued" | "running" | "done" | "cancelled" | "failed";
  error: Problem | null;
  agent: string; nodes: number;
  done: number; total: number;
  before: (number | null)[]; // expected scores before the first ply
  plies: (ReviewedPly | null)[];
  seats: { accuracy: number | null; inaccuracies: number; mistakes: number; blunders: number }[];
  profited: number[][]; // profited[who erred][who gained]
  about: string; // how judgements and accuracy are made
};

/** Maps in the making: functions of texts. Sides are [cell, degrees clockwise from up]. */
export type Stamp = { owner: number | null; kind: string; label: string };
export type MapNumber = { name: string; value: number; least: number; most: number };
export type Action = { name: string; about: string };
export type Remark = { cells: number[]; what: string };
export type SymmetryKind = "none" | "left_right" | "top_bottom" | "both" | "half_turn" | "quarter_turn";
export type Symmetry = { kind: SymmetryKind; change_players?: boolean };
export type DraftEdit =
  | { do: "paint"; cells: number[]; label: string }
  | { do: "link"; from: [number, number]; to: [number, number] }
  | { do: "unlink"; end: [number, number] }
  | { do: "resize"; width: number; height: number; left?: number; top?: number } // left, top: where the old first column and row go
  | { do: "number"; name: string; value: number }
  | { do: "act"; name: string }
  | { do: "symmetrise" };
/** `text`: the map to draw on; or `map`: the name of a built-in one, or maps/NAME; neither: an empty map. */
export type AskDraft = { game: string; text?: string | null; map?: string | null; symmetry?: Symmetry; edits?: DraftEdit[] };
export type DraftView = {
  text: string;
  width: number; height: number; largest: number;
  players: number;
  seats: string[]; // names of all seats that a map can have
  colours: string[];
  palette: Stamp[]; // the first is the empty cell
  numbers: MapNumber[];
  actions: Action[];
  symmetries: SymmetryKind[]; // that fit the size
  images: number[][]; // [a, b, c, d, e, f]: the image of (x, y) is (a x + b y + c, d x + e y + f)
  free: [number, number][]; // sides at which a link can end
  problems: Remark[]; // why it cannot be played
  warnings: Remark[];
  playable: boolean;
  board: string;
  look: Look;
};
/** What comes of drawing; `refused` (its field is "text" or "edits") says why there is no draft. */
export type Drawn = { draft: DraftView | null; refused: Problem | null };
export type MapBrief = { name: string; width: number; height: number; players: number; problems: number };
/** Maps of a game: those that come with it, and those saved whose text it reads, newest first. A saved map is maps/NAME in specifications. */
export type MapsOfGame = { game: string; option: string; built_in: MapBrief[]; saved: MapBrief[] };
export type SavedMap = { name: string; text: string };

/** Matches, tournaments and searches for parameters. */
export type RunState = "waiting" | "running" | "elsewhere" | "paused" | "done";
export type RunBrief = {
  id: string; kind: string; title: string; game: string; state: RunState;
  games: number; total: number | null; headline: string; started: string;
};
export type RunList = { runs: RunBrief[]; records: string };
/** A number with its 95 % interval, and all of it in words. */
export type Interval = { value: number | null; low: number | null; high: number | null; words: string };
export type First = {
  name: string; wins: number; draws: number; losses: number;
  score: Interval; elo: Interval; normalized: Interval; superiority: number | null;
};
export type SequentialTest = {
  elo0: number; elo1: number; llr: number; lower: number; upper: number;
  verdict: "running" | "accept_h0" | "accept_h1"; corrected: Interval;
};
export type FaultCount = { kind: string; games: number; first: string };
export type AgentLine = {
  name: string; spec: string; games: number; wins: number; draws: number; losses: number; score: Interval; elo: Interval;
  seconds: number; slowest: number; nodes: number; depth: number; faults: FaultCount[];
};
export type CrossCell = { games: number; wins: number; draws: number; losses: number; score: Interval };
export type RatedAgent = { name: string; games: number; rating: Interval };
export type SideScore = { seats: string[]; score: Interval };
export type ParameterView = { name: string; start: number; value: number; low: number; high: number };
export type PartView = { name: string; games: number; elo: Interval; verdict: string | null };
export type CourseView = {
  method: string; progress: number; parameters: ParameterView[]; score: string | null; parts: PartView[]; result: string | null;
};
export type LiveGame = { slot: number; names: string[]; plies: number; view: View };
export type RunView = RunBrief & {
  spec: string; seats: string[]; verdict: string | null; error: string | null; resumable: boolean; threads: number;
  pace: number | null; left: number | null; blocks: number; counted: number; distinct: number;
  first: First | null; test: SequentialTest | null;
  agents: AgentLine[]; cross: (CrossCell | null)[][]; ratings: RatedAgent[]; sides: SideScore[]; places: string[];
  endings: number[]; lengths: string; course: CourseView | null; command: string; toml: string | null; live: LiveGame[];
};
export type RunKind = "match" | "tournament" | "tune";
export type PlanLimits = { time?: number; clock?: string; cpu_time?: number; per?: string; nodes?: number; depth?: number };
export type PlanFile = {
  title?: string; game: string; schedule: string; games?: number; sprt?: string; blocks?: number; rounds?: number; sample?: number;
  group?: number; challengers?: string[]; seatings?: string; seed?: number; concurrency?: number; points?: number[];
  limits?: PlanLimits; openings?: { random_plies?: number; file?: string; plies?: number }; adjudication?: { max_plies?: number };
  agents: { name?: string; spec: string }[];
};
export type NewRun = { kind: RunKind; plan?: PlanFile; toml?: string };
export type Checked = {
  id: string; title: string; known: boolean; games: number | null; agents: [string, string][]; warnings: string[]; command: string; toml: string;
};
export type Template = { kind: RunKind; name: string; toml: string };
export type RunGame = {
  id: number; opening: string; ended: string; ending: string; result: string; plies: number; names: string[]; ranks: number[];
};
export type RunGames = { all: number; games: RunGame[] };
export type Replayed = {
  game: string; position: string | null; moves: string[]; opening: number; players: string[]; ranks: number[]; result: string; expected: (number | null)[];
};
export type PlotName = { name: string; title: string };

/** Messages of the socket /api/v1/ws. The first one in is `auth`. */
export type ToServer =
  | { t: "auth"; token: string }
  | { t: "sub"; ch: string } // "tables", "tables/ID", "analyses/ID", "reviews/ID", "runs", "runs/ID"
  | { t: "unsub"; ch: string }
  | { t: "ping" };
export type FromServer =
  | { t: "hello"; api: 1; build: string }
  | { t: "state"; ch: string; d: unknown } // the whole truth of the channel: the latest wins, some may be left out
  | { t: "gone"; ch: string }
  | { t: "error"; ch: string | null; error: Problem }
  | { t: "pong" };
