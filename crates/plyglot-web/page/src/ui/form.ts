/** Forms made of declared options. The values are texts; what is not given stays out, so defaults stay the game's own. */
import type { Field, Part, Problem } from "../api/types";
import { h } from "./dom";
import type { VNode } from "./dom";
import { readSpec, writeSpec } from "./spec";
import type { Values } from "./spec";

export type FormSetting = {
  id: string; // makes ids of inputs unique on the page
  values: Values;
  change: (values: Values) => void;
  problem?: Problem | null; // shown at the field that its message names
  parts?: Record<string, Part[]>; // what fields of kind "spec" may name, by the field's name
  disabled?: boolean;
};

/** Labels are the names of options in plain words. */
export const plain = (name: string): string => {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Whether the message of a refusal is about this field. */
export function isAbout(problem: Problem | null | undefined, field: string): boolean {
  if (!problem) return false;
  const last = problem.at.field.split(/[.[\]]/).filter(Boolean).at(-1);
  const name = field.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return last === field || new RegExp(`(^|[^\\w])${name}([^\\w]|$)`).test(problem.message);
}

/** All fields of a form. */
export function fields(list: readonly Field[], set: FormSetting): VNode {
  return h("div.fields", list.map((field) => row(field, set)));
}

function row(field: Field, set: FormSetting): VNode {
  const id = `${set.id}-${field.name}`;
  const wrong = isAbout(set.problem, field.name);
  const about = [`${id}-help`, ...(wrong ? [`${id}-error`] : [])].join(" ");
  const common = { id, "aria-describedby": about, "aria-invalid": wrong ? "true" : "false", disabled: set.disabled ?? false };
  const give = (value: string): void => {
    const values = { ...set.values };
    if (value === "" || value === field.default) delete values[field.name];
    else values[field.name] = value;
    set.change(values);
  };
  const foot = [
    h("span.help", { attrs: { id: `${id}-help` } }, field.help),
    wrong ? h("span.error", { attrs: { id: `${id}-error` } }, set.problem?.message ?? "") : null,
  ];
  if (field.kind === "flag" && field.default !== null) {
    const on = isOn(set.values[field.name] ?? field.default);
    return h("div.field", { key: field.name }, [
      h("div.check", [
        h("input", {
          attrs: { ...common, type: "checkbox" }, props: { checked: on },
          on: { change: (event: Event) => give(flag((event.target as HTMLInputElement).checked, field.default)) },
        }),
        h("label", { attrs: { for: id } }, plain(field.name)),
      ]),
      ...foot,
    ]);
  }
  return h("div.field", { key: field.name, class: { wide: field.kind === "spec" } }, [h("label", { attrs: { for: id } }, plain(field.name)), input(field, set, common, give), ...foot]);
}

const isOn = (value: string): boolean => ["true", "on", "yes", "1"].includes(value);

/** The word for a flag; nothing where it is the default. */
function flag(on: boolean, standard: string | null): string {
  return on === isOn(standard ?? "") ? "" : String(on);
}

type Attrs = { id: string; "aria-describedby": string; "aria-invalid": string; disabled: boolean };

function input(field: Field, set: FormSetting, attrs: Attrs, give: (value: string) => void): VNode {
  const value = set.values[field.name] ?? "";
  const onChange = (event: Event): void => give((event.target as HTMLInputElement | HTMLSelectElement).value);
  switch (field.kind) {
    case "flag":
      return select([["", "not given"], ["true", "on"], ["false", "off"]], value, attrs, onChange);
    case "choice":
    case "file": {
      const words = field.values;
      if (words.length === 0) return h("input", { attrs: { ...attrs, type: "text", placeholder: field.default ?? "" }, props: { value }, on: { change: onChange } });
      const known = value === "" || words.includes(value) ? words : [...words, value];
      const list: [string, string][] = known.map((word) => [word, word]);
      return select(field.default === null ? [["", "not given"], ...list] : list, value || (field.default ?? ""), attrs, onChange);
    }
    case "int":
    case "megabytes":
    case "threads":
    case "real": {
      const [least, most] = field.values;
      return h("input", {
        attrs: {
          ...attrs, type: "number", step: field.kind === "real" ? "any" : "1", placeholder: field.default ?? "not given",
          ...(least === undefined ? {} : { min: least }), ...(most === undefined ? {} : { max: most }),
        },
        props: { value }, on: { change: onChange },
      });
    }
    case "spec":
      return nested(field, set, attrs, give, value);
  }
}

function select(list: [string, string][], value: string, attrs: Attrs, change: (event: Event) => void): VNode {
  return h("select", { attrs, on: { change } }, list.map(([word, text]) =>
    h("option", { key: word, attrs: { value: word }, props: { selected: word === value } }, text)));
}

/** A part with options of its own: its name, and a form inside the form. */
function nested(field: Field, set: FormSetting, attrs: Attrs, give: (value: string) => void, value: string): VNode {
  const parts = set.parts?.[field.name] ?? [];
  const spec = readSpec(value);
  const part = parts.find((one) => one.name === spec?.name);
  if (parts.length === 0 || (value !== "" && (!spec || (!part && Object.keys(spec.values).length > 0)))) {
    return h("input.mono", { attrs: { ...attrs, type: "text", spellcheck: "false" }, props: { value }, on: { change: (event: Event) => give((event.target as HTMLInputElement).value) } });
  }
  const names: [string, string][] = [["", `the first: ${parts[0]?.name ?? ""}`], ...parts.map((one): [string, string] => [one.name, one.name])];
  // Some parts can be done without; their help says so.
  if (/\boff\b/.test(field.help)) names.push(["off", "off"]);
  const list = spec && value !== "" && !names.some(([name]) => name === spec.name) ? [...names, [spec.name, spec.name] as [string, string]] : names;
  const shown = part ?? (value === "" ? parts[0] : undefined);
  return h("div.stack", [
    select(list, spec?.name ?? "", attrs, (event) => give((event.target as HTMLSelectElement).value)),
    shown ? h("p.help", shown.about) : null,
    shown && shown.options.length > 0
      ? h("details.nested", { key: shown.name }, [
          h("summary", `${plain(field.name)}: ${shown.options.length} numbers to set`),
          fields(shown.options, {
            ...set, id: attrs.id, values: spec?.name === shown.name ? spec.values : {},
            change: (values) => give(writeSpec(shown.name, values)),
          }),
        ])
      : null,
  ]);
}
