// Makes src/api/types.ts of openapi.json, so that page and server cannot disagree.
import { readFileSync, writeFileSync } from "node:fs";

const api = JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8"));

/** The schemas that a schema or a part of one leads to. */
function reach(part, found) {
  if (Array.isArray(part)) return part.forEach((one) => reach(one, found));
  if (typeof part !== "object" || part === null) return;
  if (typeof part.$ref === "string" && !found.has(name(part.$ref))) {
    found.add(name(part.$ref));
    reach(api.components.schemas[name(part.$ref)], found);
  }
  Object.values(part).forEach((one) => reach(one, found));
}

/** What the page sends: only there a field may be left out. The server always sends all. */
const sent = new Set();
for (const calls of Object.values(api.paths)) for (const call of Object.values(calls)) reach(call.requestBody, sent);

function name(ref) {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

function kind(type, schema) {
  switch (type) {
    case "string":
      return schema.enum ? schema.enum.map((word) => JSON.stringify(word)).join(" | ") : "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
      if (schema.minItems === 2 && schema.maxItems === 2) return `[${typeOf(schema.items)}, ${typeOf(schema.items)}]`;
      return /[|&]/.test(typeOf(schema.items)) ? `(${typeOf(schema.items)})[]` : `${typeOf(schema.items)}[]`;
    case "object":
      return object(schema);
    default:
      return "unknown";
  }
}

function isNullable(schema) {
  const several = schema.oneOf ?? schema.anyOf ?? [];
  return [schema.type].flat().includes("null") || several.some((one) => one.type === "null");
}

let loose = false;

function object(schema) {
  if (!schema.properties) {
    const values = schema.additionalProperties;
    return values && values !== true ? `{ [key: string]: ${typeOf(values)} }` : "{ [key: string]: unknown }";
  }
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(
    ([key, value]) => `${/^\w+$/.test(key) ? key : JSON.stringify(key)}${required.has(key) || (!loose && isNullable(value)) ? "" : "?"}: ${typeOf(value)}`,
  );
  return `{ ${fields.join("; ")} }`;
}

function typeOf(schema) {
  if (schema === true || schema === undefined || Object.keys(schema).length === 0) return "unknown";
  if (schema.$ref) return name(schema.$ref);
  const several = schema.oneOf ?? schema.anyOf;
  if (several) return several.map(typeOf).map(bracket).join(" | ");
  if (schema.allOf) return schema.allOf.map(typeOf).map(bracket).join(" & ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.map((type) => kind(type, schema)).join(" | ");
}

function bracket(text) {
  return /[|&]/.test(text) && !text.startsWith("{") ? `(${text})` : text;
}

function written(own, schema) {
  loose = sent.has(own);
  return typeOf(schema);
}

const lines = [
  "// Made of openapi.json by types.mjs. Do not edit.",
  "",
  ...Object.entries(api.components.schemas)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([own, schema]) => [
      ...(schema.description ? [`/** ${schema.description.split("\n").join(" ")} */`] : []),
      `export type ${own} = ${written(own, schema)};`,
    ]),
  "",
];
writeFileSync(new URL("src/api/types.ts", import.meta.url), lines.join("\n"));
