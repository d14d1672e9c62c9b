// A whole tree as the fragment of a link, so that it needs no server to keep it and reaches no log.

import { pack, plant, unpack, type Tree } from "./tree";

/** Longer fragments are cut by chat programs and mails: those are kept in this browser under a short id. */
export const LONGEST = 8 * 1024;
const KEPT = "tree:";
/** Trees kept in this browser; the oldest makes room. */
const MOST_KEPT = 20;
/** A link may unfold to this much text and no more. */
const MOST_TEXT = 4 * 1024 * 1024;

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_TEXT) throw new Error("this link holds more than the page reads");
    parts.push(part.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function encode(tree: Tree): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(pack(tree)));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function decode(text: string): Promise<Tree | null> {
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const json = await through(bytes, new DecompressionStream("deflate-raw"));
    return unpack(JSON.parse(new TextDecoder().decode(json)));
  } catch {
    return null; // not a link of ours: the caller says so
  }
}

/** The fragment for a tree. One too long for a link becomes `#s=ID`, kept in this browser only. */
export async function fragment(tree: Tree, id: string): Promise<string> {
  const packed = await encode(tree);
  if (packed.length <= LONGEST) return `#g=${packed}`;
  keep(id, packed);
  return `#s=${id}`;
}

export async function fromFragment(hash: string): Promise<Tree | null> {
  const found = new URLSearchParams(hash.replace(/^#/, ""));
  const id = found.get("s");
  const packed = found.get("g") ?? (id === null ? null : kept(id));
  return packed === null ? null : decode(packed);
}

/** The address of the analysis page with a game in it. */
export async function analysisLink(game: string, position: string | null, moves: readonly string[]): Promise<string> {
  return `/a${await fragment(plant(game, position, moves), freshId())}`;
}

export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Kept = { id: string; packed: string };

function shelf(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return []; // an unreadable shelf is an empty one
  }
}

function kept(id: string): string | null {
  return shelf().find((one) => one.id === id)?.packed ?? null;
}

function keep(id: string, packed: string): void {
  let all = [{ id, packed }, ...shelf().filter((one) => one.id !== id)].slice(0, MOST_KEPT);
  while (all.length > 0) {
    try {
      localStorage.setItem(KEPT, JSON.stringify(all));
      return;
    } catch {
      all = all.slice(0, -1); // the browser's own limit: the oldest makes room
    }
  }
}
