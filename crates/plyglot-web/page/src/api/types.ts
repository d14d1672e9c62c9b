// Made of openapi.json by types.mjs. Do not edit.

/** Something that can be done to the whole map at once. */
export type Action = { about: string; name: string };
/** A named player of a game. */
export type Agent = Part & { game: string; specification: string; stands_for: string | null };
/** An agent in the table. */
export type AgentLine = { depth: number; draws: number; elo: Interval; faults: FaultCount[]; games: number; losses: number; name: string; nodes: number; score: Interval; seconds: number; slowest: number; spec: string; wins: number };
/** What an analysis is doing. */
export type AnalysisState = "queued" | "running" | "holding" | "done" | "cancelled" | "failed";
/** How an analysis stands. */
export type AnalysisView = { agent: string; answer: Answer | null; error: Problem | null; id: string; millis: number; nodes: number; state: AnalysisState };
/** An agent's answer, or its state on the way there. */
export type Answer = { book: boolean; depth: number; lines: Line[]; nodes: number; proven: boolean; seat: number; table_permille: number };
/** A map, and what is drawn on it. */
export type AskDraft = Drawing & { game: string; map?: string | null; text?: string | null };
/** What a piece adds to an evaluation. */
export type Attribution = { cell: number; values: number[][] };
/** What never changes of a board. It is named by its contents, so it can be kept for ever. */
export type Board = { cells: Spot[]; id: string; labels: Label[]; legend: Mark[]; material: Material };
/** A ply that an opening book knows. */
export type BookMove = { depth: number; expected: number; move: string; positions: number };
/** An opening book, and what it says of a position. */
export type BookPage = { book: string | null; moves: BookMove[] };
/** How a true value stands to one that is told. */
export type Bound = "exact" | "at_least" | "at_most";
/** Which seat does something. */
export type BySeat = { seat: number };
/** One thing that is different after a ply; see [`core::Change`]. */
export type Change = { path: number[]; what: "moved" } | { piece: Piece; what: "placed" } | { piece: Piece; what: "removed" } | { from: number | null; piece: Piece; what: "converted" } | { from: string; piece: Piece; what: "promoted" } | { base: number | null; cell: number; mark: string | null; tint: Tint; what: "ground" } | { link: Link; what: "linked" } | { link: Link; what: "unlinked" } | { from: number | null; name: string; owner: number | null; to: number | null; what: "counted" } | { phase: string | null; what: "phase" };
/** What would be played. */
export type Checked = { agents: [string, string][]; command: string; games: number | null; id: string; known: boolean; title: string; toml: string; warnings: string[] };
/** One step of entering a ply: the index of a cell, or a choice by name. */
export type Click = number | string;
/** A clock for every seat, in milliseconds. */
export type ClockRules = { base: number; increment: number };
/** Clocks at the moment of sending. */
export type ClockView = { base: number; increment: number; left: number[]; running: number | null };
/** The kinds of errors. */
export type Code = "syntax" | "rules" | "illegal" | "spec" | "stale" | "forbidden" | "not_found" | "limit" | "busy" | "internal";
/** A number beside the board. */
export type Counter = { name: string; owner: number | null; value: number };
/** The way of a tuning run. */
export type CourseView = { method: string; parameters: ParameterView[]; parts: PartView[]; progress: number; result: string | null; score: string | null };
/** One agent against another. */
export type CrossCell = { draws: number; games: number; losses: number; score: Interval; wins: number };
/** Where an analysis holds next. */
export type Deepen = { hold: Hold };
/** One change of a map; see [`core::DraftEdit`]. */
export type DraftEdit = { cells: number[]; do: "paint"; label: string } | { do: "link"; from: [number, number]; to: [number, number] } | { do: "unlink"; end: [number, number] } | { do: "resize"; height: number; left?: number; top?: number; width: number } | { do: "number"; name: string; value: number } | { do: "act"; name: string } | { do: "symmetrise" };
/** A map in the making, with all that an editor shows of it. */
export type DraftView = { actions: Action[]; board: string; colours: string[]; free: [number, number][]; height: number; images: number[][]; largest: number; look: Look; numbers: MapNumber[]; palette: Stamp[]; playable: boolean; players: number; problems: Remark[]; seats: string[]; symmetries: SymmetryKind[]; text: string; warnings: Remark[]; width: number };
/** What is drawn, and how it is repeated. */
export type Drawing = { edits?: DraftEdit[]; symmetry?: Symmetry };
/** What comes of drawing. Texts that are no maps yet and edits that cannot be made are part of it, and no failure of the request. */
export type Drawn = { draft: DraftView | null; refused: Problem | null };
/** One change of a setup. */
export type Edit = { cell: number; label: string; set: "cell" } | { counter: number; set: "counter"; value: number } | { seat: number; set: "turn" } | { set: "stage"; stage: number } | { set: "clear" };
/** A position and what is changed in it. */
export type Edits = GamePlace & { edits: Edit[] };
/** Why a game at a table is over. */
export type Ending = { by: "rules" } | { by: "resigned"; seat: number } | { by: "time"; seat: number } | { by: "agreed" };
/** Whose opinion of a position is wanted. */
export type Explain = GamePlace & { agent?: string | null };
/** An evaluation taken apart. */
export type Explanation = { agent: string; cells: Attribution[]; seats: SeatTerms[] };
/** Games lost by a kind of fault. */
export type FaultCount = { first: string; games: number; kind: string };
/** One option as a field of a form. */
export type Field = Kind & { default: string | null; help: string; name: string };
/** The first agent against all others. */
export type First = { draws: number; elo: Interval; losses: number; name: string; normalized: Interval; score: Interval; superiority: number | null; wins: number };
/** What a text holds. */
export type Found = { format: string; games: ReadGame[] };
/** What the server says. */
export type FromServer = { api: number; build: string; t: "hello" } | { ch: string; d: unknown; t: "state" } | { ch: string; t: "gone" } | { ch: string | null; error: Problem; t: "error" } | { t: "pong" };
/** A game of the catalogue. */
export type Game = { about: string; evaluations: Part[]; formats: Part[]; name: string; options: Field[]; orders: Part[]; players: string };
/** A game with everybody who plays it. */
export type GameInfo = Game & { agents: Agent[]; levels: Level[]; maps: boolean; sample: View; searches: Part[] };
/** A game in a position: what all questions about positions begin with. */
export type GamePlace = { game: string; moves?: string[]; position?: string | null };
/** All games. */
export type Games = { games: GameInfo[] };
/** The ground of a cell. */
export type Ground = { base: number | null; cell: number; mark: string | null; tint: Tint };
/** Which server this is. */
export type Health = { api: number; instance: string; name: string };
/** What the page should know of the server. */
export type Hello = { addresses: string[]; allow_exec: boolean; api: number; cores: number; engine: string; guests: boolean; host: boolean; version: string };
/** Where an analysis holds: at whichever comes first. It can be moved while the analysis runs. */
export type Hold = { depth?: number | null; millis?: number | null; nodes?: number | null };
/** A number with its 95 % interval. */
export type Interval = { high: number | null; low: number | null; value: number | null; words: string };
/** A code to join with. */
export type Invitation = { code: string };
/** A code that somebody got. */
export type Join = { code: string; name?: string | null };
/** A seat that was taken. */
export type Joined = { seat: number; table: string; token: string };
/** How good a ply was. */
export type Judgement = "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";
/** What an option takes. */
export type Kind = { kind: "flag" } | { kind: "int"; values: number[] } | { kind: "megabytes"; values: number[] } | { kind: "threads"; values: number[] } | { kind: "real"; values: number[] } | { kind: "spec" } | { kind: "choice"; values: string[] } | { kind: "file"; values: string[] };
/** A text beside the board. */
export type Label = { text: string; x: number; y: number };
/** A strength that people choose by number. */
export type Level = { about: string; level: number; limits: Limits; spec: string };
/** What a move of an agent may cost. */
export type Limits = { millis?: number | null; nodes?: number | null };
/** A ply, what is expected after it, and what that is worth. */
export type Line = { expected: (number | null)[]; move: string | null; pv: string[]; value: Value | null; values: (Value | null)[]; words: string };
/** A connection between two cells: cell and direction of either end. */
export type Link = { from: [number, number]; to: [number, number] };
/** A game in play. */
export type LiveGame = { names: string[]; plies: number; slot: number; view: View };
/** What stands on a board. */
export type Look = { counters: Counter[]; grounds: Ground[]; links: Link[]; phase: string | null; pieces: Piece[] };
/** A map in short. */
export type MapBrief = { height: number; name: string; players: number; problems: number; width: number };
/** A number of a map. */
export type MapNumber = { least: number; most: number; name: string; value: number };
/** All maps. */
export type Maps = { games: MapsOfGame[] };
/** The maps of a game. */
export type MapsOfGame = { built_in: MapBrief[]; game: string; option: string; saved: MapBrief[] };
/** What a mark on a cell means. */
export type Mark = { mark: string; means: string };
/** What a board is made of; see [`core::Material`]. */
export type Material = "linen" | "sand" | "slate" | "felt" | "wood" | "paper";
/** What shall be found out. */
export type NewAnalysis = GamePlace & { agent?: string | null; hold?: Hold | null; lines?: number | null; only?: string[]; seed?: number; threat?: boolean };
/** A game to be reviewed. */
export type NewReview = GamePlace & { agent?: string | null; nodes?: number | null };
/** A run to be played. */
export type NewRun = { kind: RunKind; plan?: PlanFile | null; toml?: string | null };
/** A table to be opened. */
export type NewTable = { clock?: ClockRules | null; game: string; moves?: string[]; pace?: number | null; position?: string | null; seats: Seat[]; seed?: number | null };
/** A number that is looked for. */
export type ParameterView = { high: number; low: number; name: string; start: number; value: number };
/** Something that specifications name, with its options. */
export type Part = { about: string; name: string; options: Field[] };
/** What a part of an agent is worth. */
export type PartView = { elo: Interval; games: number; name: string; verdict: string | null };
/** Whether agents go on, and how fast. */
export type Pause = { pace?: number | null; paused: boolean };
/** A piece on the board. */
export type Piece = { cell: number; crown?: boolean; kind: string; label: string; owner: number | null };
/** Where something went wrong. */
export type Place = { column: number | null; field: string; line: number | null };
/** When games are cut short. */
export type PlanAdjudication = { max_plies?: number | null };
/** Somebody who takes part. */
export type PlanAgent = { name?: string | null; spec: string };
/** The keys of a tournament file. Scalars come first: so TOML wants it. */
export type PlanFile = { adjudication?: PlanAdjudication | null; agents: PlanAgent[]; blocks?: number | null; challengers?: string[] | null; concurrency?: number | null; game: string; games?: number | null; group?: number | null; limits?: PlanLimits | null; openings?: PlanOpenings | null; points?: number[] | null; rounds?: number | null; sample?: number | null; schedule: string; seatings?: string | null; seed?: number | null; sprt?: string | null; title?: string | null };
/** What a move may cost. */
export type PlanLimits = { clock?: string | null; cpu_time?: number | null; depth?: number | null; nodes?: number | null; per?: string | null; time?: number | null };
/** How games begin. */
export type PlanOpenings = { file?: string | null; plies?: number | null; random_plies?: number | null };
/** A ply. */
export type PlayPly = { at: number; move: string; seat: number };
/** Plies. */
export type Plies = { moves: Ply[] };
/** Plots of a run. */
export type PlotList = { plots: PlotName[] };
/** A plot of a run. */
export type PlotName = { name: string; title: string };
/** A legal ply and how it is entered. */
export type Ply = { clicks: Click[]; move: string };
/** A ply to be played when the turn comes. */
export type Premove = { move?: string | null; seat: number };
/** Whose plies are wanted. */
export type Premoves = GamePlace & { seat: number };
/** What went wrong with a request. */
export type Problem = { at: Place; code: Code; expected: string | null; got: string | null; message: string };
/** An agent with its rating. */
export type RatedAgent = { games: number; name: string; rating: Interval };
/** A text to be read. */
export type Read = { format?: string | null; game: string; text: string };
/** A game of a text. */
export type ReadGame = { error: string | null; game: string; moves: string[]; players: string[]; position: string | null };
/** Something to say about a map. */
export type Remark = { cells: number[]; what: string };
/** A finished game to be replayed. */
export type Replayed = { expected: (number | null)[]; game: string; moves: string[]; opening: number; players: string[]; position: string | null; ranks: number[]; result: string };
/** A result as the game's files write it. */
export type ResultWords = string | { [key: string]: number[] };
/** What a review is doing. */
export type ReviewState = "queued" | "running" | "done" | "cancelled" | "failed";
/** How a review stands. */
export type ReviewView = { about: string; agent: string; before: (number | null)[]; done: number; error: Problem | null; id: string; nodes: number; plies: (ReviewedPly | null)[]; profited: number[][]; seats: SeatReview[]; state: ReviewState; total: number };
/** A ply with what it cost. */
export type ReviewedPly = { best: Line | null; expected: (number | null)[]; gained: (number | null)[]; judgement: Judgement; loss: number | null; ply: number; seat: number };
/** A run in a list. */
export type RunBrief = { game: string; games: number; headline: string; id: string; kind: string; started: string; state: RunState; title: string; total: number | null };
/** A finished game in a list. */
export type RunGame = { ended: string; ending: string; id: number; names: string[]; opening: string; plies: number; ranks: number[]; result: string };
/** Finished games, the newest first. */
export type RunGames = { all: number; games: RunGame[] };
/** Kinds of runs. */
export type RunKind = "match" | "tournament" | "tune";
/** All runs of the file. */
export type RunList = { records: string; runs: RunBrief[] };
/** How far a run is. */
export type RunState = "waiting" | "running" | "elsewhere" | "paused" | "done";
/** A run with everything that is told of it. */
export type RunView = RunBrief & { agents: AgentLine[]; blocks: number; command: string; counted: number; course: CourseView | null; cross: ((CrossCell | null)[])[]; distinct: number; endings: number[]; error: string | null; first: First | null; left: number | null; lengths: string; live: LiveGame[]; pace: number | null; places: string[]; ratings: RatedAgent[]; resumable: boolean; seats: string[]; sides: SideScore[]; spec: string; test: SequentialTest | null; threads: number; toml: string | null; verdict: string | null };
/** A map to keep. */
export type SaveMap = { game: string; text: string };
/** A saved map. */
export type SavedMap = { name: string; text: string };
/** Who sits where. */
export type Seat = { name: string; who: "person" } | { limits: Limits; spec: string; who: "agent" };
/** How well a seat played. */
export type SeatReview = { accuracy: number | null; blunders: number; inaccuracies: number; mistakes: number };
/** What a position is worth to a seat, term by term. */
export type SeatTerms = { name: string; player: number; terms: Term[]; total: number };
/** Somebody at a table. */
export type SeatView = { guest: boolean; limits: Limits | null; name: string; open: boolean; spec: string | null; thinking: boolean; who: string };
/** Where a sequential test stands. */
export type SequentialTest = { corrected: Interval; elo0: number; elo1: number; llr: number; lower: number; upper: number; verdict: TestVerdict };
/** A position in parts. */
export type Setup = { cells: string[]; counters: Stock[]; palette: Stamp[]; stage: number; stages: string[]; turn: number | null };
/** A board in the middle of being set up. */
export type SetupView = { board: string; colours: string[]; look: Look; problem: Problem | null; setup: Setup; view: View | null };
/** The outline of a cell. */
export type Shape = "square" | "hex" | "round";
/** The score of whoever sat on a side. */
export type SideScore = { score: Interval; seats: string[] };
/** A place on a board: a cell is one unit wide, and y grows downwards. */
export type Spot = { name: string; shape: Shape; x: number; y: number };
/** Something that can be put on a cell. */
export type Stamp = { kind: string; label: string; owner: number | null };
/** A counter and the greatest value it can have. */
export type Stock = Counter & { most: number };
/** A symmetry of a map; see [`core::Symmetry`]. */
export type Symmetry = { change_players?: boolean; kind: SymmetryKind };
/** The symmetries of a grid; see [`core::SymmetryKind`]. */
export type SymmetryKind = "none" | "left_right" | "top_bottom" | "both" | "half_turn" | "quarter_turn";
/** What lists show of a table. */
export type TableBrief = { id: string; name: string; outcome: string | null; over: boolean; plies: number; seats: string[]; turn: number | null; updated: number; view: View; yours: boolean };
/** The tables, the newest first. */
export type TableList = { tables: TableBrief[] };
/** A table as its players see it. */
export type TableView = { clock: ClockView | null; ending: Ending | null; expected: ((number | null)[])[]; id: string; next: string | null; offers: number[]; outcome: string | null; pace: number; paused: boolean; premove: string | null; ranks: number[] | null; seats: SeatView[]; trouble: string | null; undo_asked: number | null; version: number; view: View; yours: number[] };
/** A file to begin with. */
export type Template = { kind: RunKind; name: string; toml: string };
/** Files to begin with. */
export type Templates = { templates: Template[] };
/** One term of an evaluation. */
export type Term = { name: string; value: number };
/** What a sequential test says. */
export type TestVerdict = "running" | "accept_h0" | "accept_h1";
/** The ground of a cell. */
export type Tint = "plain" | "dark" | "special" | "base" | "blocked";
/** What a page says. */
export type ToServer = { t: "auth"; token: string } | { ch: string; t: "sub" } | { ch: string; t: "unsub" } | { t: "ping" };
/** The cells that a ply touched, each in one list. */
export type Trail = { path: number[]; taken: number[]; turned: number[] };
/** Units of values; see [`core::Worth`]. */
export type Unit = "unknown" | "points" | "expected" | "payoff" | "end";
/** A number with its unit. */
export type Value = { amount: number; bound?: Bound; distance: number | null; unit: Unit };
/** A position with everything that is shown of it. */
export type View = { board: string; changes: Change[]; colours: string[]; first: string; game: string; last: Click[]; look: Look; mid_turn: boolean; movers: number[]; moves: Ply[]; name: string; orientation: number[]; over: boolean; pass_reason: string | null; players: string[]; plies: string[]; position: string; ranks: number[] | null; reason: string | null; result: ResultWords | null; says: string; short: string; sides: number[]; skipped: number[]; trail: Trail; turn: number | null };
/** A game to be written. */
export type Write = GamePlace & { format: string; players?: string[]; ranks?: number[] };
/** A file. */
export type Written = { name: string; text: string };
