// Making SVG nodes.
export type Attributes = Record<string, string | number>;

export function make<K extends keyof SVGElementTagNameMap>(name: K, attributes: Attributes = {}, children: (SVGElement | string)[] = []): SVGElementTagNameMap[K] {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/** A drawing for a button, on a square of 24 units. */
export function icon(d: string): SVGSVGElement {
  return make("svg", { class: "board-icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, [make("path", { d })]);
}
