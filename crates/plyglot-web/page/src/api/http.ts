/** One typed function per call of the API, and who the page speaks for. */
import type {
  AnalysisView, AskDraft, Board, BookPage, Drawn, Edit, Explanation, GameInfo, Hello, Hold, MapBrief, MapsOfGame, NewAnalysis, NewTable, Ply, Problem, ReadGame, ReviewView,
  SetupView, TableBrief, TableView, View,
} from "./types";

/** A refusal of the server, or that it cannot be reached. */
export class ApiError extends Error {
  constructor(readonly status: number, readonly problem: Problem) {
    super(problem.message);
  }
}

/** The words of any error, for showing. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

let acting: string | null = null;

/** Takes the owner's token from the address (#k=TOKEN), keeps it and clears the address. */
export function takeToken(): void {
  const found = /^#k=([\w-]+)$/.exec(location.hash);
  if (!found?.[1]) return;
  localStorage.setItem("token", found[1]);
  history.replaceState(null, "", location.pathname + location.search);
}

/** Keeps the token of a seat that this browser joined as a guest; this tab then plays as that guest. */
export function keepSeat(table: string, token: string): void {
  localStorage.setItem(`seat:${table}`, token);
  sessionStorage.setItem(`guest:${table}`, "yes");
}

/** Tells which table the tab shows, so that a guest's token is used there. */
export function actAt(table: string | null): void {
  acting = table;
}

export const owner = (): boolean => localStorage.getItem("token") !== null && !guestHere();
const guestHere = (): boolean => acting !== null && sessionStorage.getItem(`guest:${acting}`) !== null;

export function token(): string {
  const main = localStorage.getItem("token");
  const seat = acting === null ? null : localStorage.getItem(`seat:${acting}`);
  return (guestHere() ? seat : (main ?? seat)) ?? "";
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Asks the server; all calls of the page go through here. */
export async function ask<T>(method: Method, path: string, body?: unknown, stop?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  const key = token();
  if (key) headers["Authorization"] = `Bearer ${key}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(`/api/v1${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body), signal: stop ?? null, keepalive: method === "DELETE" }); // what is given up is ended even if the page is left
  } catch (error) {
    if (stop?.aborted) throw error;
    throw new ApiError(0, problem("internal", "The server cannot be reached. Is Plyglot still running?"));
  }
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  throw new ApiError(answer.status, await problemOf(answer));
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const told: unknown = await answer.json();
    if (told && typeof told === "object" && "message" in told) return { ...problem("internal", ""), ...told } as Problem;
  } catch {
    // No JSON: the status says what is known.
  }
  return problem("internal", `The server answered ${answer.status} ${answer.statusText}.`);
}

/** A problem that the page itself tells of. */
export function problem(code: Problem["code"], message: string, field = ""): Problem {
  return { code, message, at: { field, line: null, column: null }, expected: null, got: null };
}

/** What went wrong, whoever tells it. */
export function problemIn(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  return problem("internal", error instanceof Error ? error.message : String(error));
}

/** A game, the position that it began with and the plies since: what all questions about a position hold. */
export type Place = { game: string; position?: string; moves?: string[] };

export const placeOf = (view: View, plies = view.plies.length): Place => ({ game: view.game, position: view.first, moves: view.plies.slice(0, plies) });

const id = encodeURIComponent;
export const hello = () => ask<Hello>("GET", "/hello");

let allGames: Promise<GameInfo[]> | null = null;
/** All games; asked once. */
export function games(): Promise<GameInfo[]> {
  allGames ??= ask<{ games: GameInfo[] }>("GET", "/games").then((told) => told.games);
  allGames.catch(() => (allGames = null));
  return allGames;
}

const boards = new Map<string, Promise<Board>>();
/** The geometry of a board; asked once for each id. */
export function board(which: string): Promise<Board> {
  let known = boards.get(which);
  if (!known) {
    known = ask<Board>("GET", `/boards/${id(which)}`);
    known.catch(() => boards.delete(which));
    boards.set(which, known);
  }
  return known;
}

export const position = (place: Place, stop?: AbortSignal) => ask<View>("POST", "/positions", place, stop);
export const explain = (place: Place & { agent?: string }) => ask<Explanation>("POST", "/positions/explain", place);
export const book = (place: Place) => ask<BookPage>("POST", "/positions/book", place);
export const premoves = (place: Place & { seat: number }) => ask<{ moves: Ply[] }>("POST", "/positions/premoves", place);
export const setups = (asked: Place & { edits: Edit[] }) => ask<SetupView>("POST", "/setups", asked);
export const readFile = (asked: { game: string; text: string; format?: string }) =>
  ask<{ games: ReadGame[]; format: string }>("POST", "/files/read", asked);
export const writeFile = (asked: Place & { format: string; players?: string[]; ranks?: number[] }) =>
  ask<{ name: string; text: string }>("POST", "/files/write", asked);

export const tables = () => ask<{ tables: TableBrief[] }>("GET", "/tables").then((told) => told.tables);
export const newTable = (asked: NewTable) => ask<TableView>("POST", "/tables", asked);
export const table = (of: string) => ask<TableView>("GET", `/tables/${id(of)}`);
export const deleteTable = (of: string) => ask<unknown>("DELETE", `/tables/${id(of)}`);
const at = (of: string, what: string, body: unknown) => ask<TableView>("POST", `/tables/${id(of)}/${what}`, body);
export const play = (of: string, asked: { seat: number; move: string; at: number }) => at(of, "play", asked);
export const undo = (of: string, seat: number) => at(of, "undo", { seat });
export const draw = (of: string, seat: number) => at(of, "draw", { seat });
export const resign = (of: string, seat: number) => at(of, "resign", { seat });
export const decline = (of: string, seat: number) => at(of, "decline", { seat });
export const premove = (of: string, seat: number, move: string | null) => at(of, "premove", { seat, move });
export const pause = (of: string, asked: { paused: boolean; pace?: number }) => at(of, "pause", asked);
export const rematch = (of: string) => at(of, "rematch", {});
export const seatCode = (of: string, seat: number) => ask<{ code: string }>("POST", `/tables/${id(of)}/seats/${seat}/code`, {});
export const join = (code: string) => ask<{ table: string; seat: number; token: string }>("POST", "/join", { code });

export const newAnalysis = (asked: NewAnalysis) => ask<AnalysisView>("POST", "/analyses", asked);
export const analysis = (of: string) => ask<AnalysisView>("GET", `/analyses/${id(of)}`);
export const deepen = (of: string, hold: Hold) => ask<AnalysisView>("POST", `/analyses/${id(of)}/deepen`, { hold });
export const deleteAnalysis = (of: string) => ask<unknown>("DELETE", `/analyses/${id(of)}`);

export const newReview = (asked: Place & { agent?: string; nodes?: number }) => ask<ReviewView>("POST", "/reviews", asked);
export const review = (of: string) => ask<ReviewView>("GET", `/reviews/${id(of)}`);
export const deleteReview = (of: string) => ask<unknown>("DELETE", `/reviews/${id(of)}`);

export const drawMap = (asked: AskDraft) => ask<Drawn>("POST", "/maps/draft", asked);
export const maps = () => ask<{ games: MapsOfGame[] }>("GET", "/maps").then((told) => told.games);
export const saveMap = (name: string, asked: { game: string; text: string }) => ask<MapBrief>("PUT", `/maps/${id(name)}`, asked);
export const deleteMap = (name: string) => ask<unknown>("DELETE", `/maps/${id(name)}`);
