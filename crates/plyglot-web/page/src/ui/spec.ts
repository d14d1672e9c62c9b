/** Specifications as text, `name(option=value,...)`, taken apart at the top level only: values stay text. */
export type Values = Record<string, string>;
export type Spec = { name: string; values: Values };

/** Where brackets and quotes are balanced; null where they are not. */
function split(text: string): { open: number; commas: number[] } | null {
  let depth = 0;
  let quote = false;
  let open = -1;
  const commas: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') quote = !quote;
    else if (quote) continue;
    else if (sign === "(") {
      if (open < 0) open = at;
      depth += 1;
    } else if (sign === ")") {
      depth -= 1;
      if (depth < 0 || (depth === 0 && at !== text.length - 1)) return null;
    } else if (sign === "," && depth === 1) commas.push(at);
  }
  return depth === 0 && !quote ? { open, commas } : null;
}

/** Takes a specification apart; null if it is none. */
export function readSpec(text: string): Spec | null {
  const whole = text.trim();
  const signs = split(whole);
  if (!signs) return null;
  if (signs.open < 0) return { name: whole, values: {} };
  const values: Values = {};
  let start = signs.open + 1;
  for (const end of [...signs.commas, whole.length - 1]) {
    const part = whole.slice(start, end).trim();
    start = end + 1;
    if (!part) continue;
    const equals = part.indexOf("=");
    if (equals < 0) return null;
    const value = part.slice(equals + 1).trim();
    values[part.slice(0, equals).trim()] = /^".*"$/s.test(value) ? value.slice(1, -1).replaceAll('""', '"') : value;
  }
  return { name: whole.slice(0, signs.open).trim(), values };
}

function quoted(value: string): string {
  const signs = split(`(${value})`);
  const plain = signs && signs.commas.length === 0 && !/[\s"]/.test(value);
  return plain ? value : `"${value.replaceAll('"', '""')}"`;
}

/** Writes a specification; empty values are left out. */
export function writeSpec(name: string, values: Values): string {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return given.length === 0 ? name : `${name}(${given.map(([key, value]) => `${key}=${quoted(value)}`).join(",")})`;
}
