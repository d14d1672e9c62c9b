/** The two live regions: what is said politely (moves, turns, results) and what interrupts (errors). */
const gap = 1500;
let waiting: string[] = [];
let timer = 0;
let last = 0;

function put(id: string, text: string): void {
  const region = document.getElementById(id);
  if (!region) return;
  // Equal words twice are no change to a screen reader: an unseen sign makes them one.
  region.textContent = region.textContent === text ? text + "\u00a0" : text;
}

function flush(): void {
  timer = 0;
  last = Date.now();
  put("polite", waiting.join(" "));
  waiting = [];
}

/** Speaks when the reader is free; many texts in a short time are collected. */
export function say(text: string): void {
  if (!text) return;
  waiting = [...waiting, text].slice(-6);
  if (timer) return;
  timer = window.setTimeout(flush, Math.max(0, last + gap - Date.now()));
}

/** Speaks at once. */
export function alarm(text: string): void {
  if (text) put("assertive", text);
}
