/** The calls of an OpenAPI description, as much of them as a form needs. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Dict = { [key: string]: Json };

export type Operation = { id: string; method: string; path: string; summary: string; about: string; parameters: string[]; hasBody: boolean; example: string };

const isDict = (value: Json | undefined): value is Dict => typeof value === "object" && value !== null && !Array.isArray(value);
const dict = (value: Json | undefined): Dict => (isDict(value) ? value : {});
const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");
const methods = ["get", "post", "put", "patch", "delete"];
/** Schemas may name themselves: deeper than this an example ends. */
const deepest = 6;

export function operations(description: unknown): Operation[] {
  const whole = dict(description as Json);
  return Object.entries(dict(whole["paths"])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const told = dict(item)[method];
      if (!isDict(told)) return [];
      const parameters = [...list(dict(item)["parameters"]), ...list(told["parameters"])].map((one) => dict(one)).filter((one) => one["in"] === "path" || one["in"] === "query").map((one) => text(one["name"]));
      const body = dict(dict(dict(told["requestBody"])["content"])["application/json"]);
      const hasBody = "requestBody" in told;
      const example = hasBody ? JSON.stringify(body["example"] ?? sample(whole, body["schema"], 0), null, 2) : "";
      return [{ id: `${method}${path.replace(/\W+/g, "-")}`, method: method.toUpperCase(), path, summary: text(told["summary"]), about: text(told["description"]), parameters, hasBody, example }];
    }),
  );
}

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** A value that a schema allows. */
function sample(whole: Dict, schema: Json | undefined, depth: number): Json {
  const own = resolve(whole, dict(schema));
  if (depth > deepest) return null;
  if ("example" in own) return own["example"] ?? null;
  if ("default" in own) return own["default"] ?? null;
  const first = list(own["enum"])[0] ?? own["const"];
  if (first !== undefined) return first;
  const one = list(own["oneOf"])[0] ?? list(own["anyOf"])[0];
  if (one !== undefined) return sample(whole, one, depth + 1);
  const parts = list(own["allOf"]);
  if (parts.length > 0) return Object.assign({}, ...parts.map((part) => sample(whole, part, depth + 1))) as Json;
  const kinds = typeof own["type"] === "string" ? [own["type"]] : list(own["type"]).map(text);
  // What may be left out is left out of the example.
  if (kinds.includes("null")) return null;
  if (kinds.includes("object") || "properties" in own) {
    const needed = list(own["required"]).map(text);
    return Object.fromEntries(Object.entries(dict(own["properties"])).filter(([name]) => needed.includes(name)).map(([name, part]) => [name, sample(whole, part, depth + 1)]));
  }
  if (kinds.includes("array")) return [];
  if (kinds.includes("boolean")) return false;
  if (kinds.includes("integer") || kinds.includes("number")) return own["minimum"] ?? 0;
  return "";
}

function resolve(whole: Dict, schema: Dict): Dict {
  const target = text(schema["$ref"]);
  if (!target.startsWith("#/")) return schema;
  return target.slice(2).split("/").reduce<Dict>((at, name) => dict(at[name]), whole);
}

/** Sends a call as it was filled in and tells what came back. */
export async function answerOf(of: Operation, values: Record<string, string>, body: string | null, token: string): Promise<{ status: string; answer: string }> {
  const query = new URLSearchParams();
  let path = of.path;
  for (const name of of.parameters) {
    const value = values[name] ?? "";
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value) query.set(name, value);
  }
  const began = performance.now();
  try {
    const headers: Record<string, string> = { Authorization: `Bearer ${token}`, ...(body === null ? {} : { "Content-Type": "application/json" }) };
    const told = await fetch(path + (query.size > 0 ? `?${query}` : ""), { method: of.method, headers, body });
    const content = await told.text();
    const shown = content.startsWith("{") || content.startsWith("[") ? JSON.stringify(JSON.parse(content), null, 2) : content;
    return { status: `${told.status} ${told.statusText}, ${Math.round(performance.now() - began)} ms`, answer: shown.length > 20_000 ? `${shown.slice(0, 20_000)}\n… (${shown.length} signs in all)` : shown };
  } catch (error) {
    return { status: "no answer", answer: String(error) };
  }
}
