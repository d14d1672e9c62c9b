// Making SVG nodes.
export type Attributes = Record<string, string | number>;

export function make<K extends keyof SVGElementTagNameMap>(name: K, attributes: Attributes = {}, children: (SVGElement | string)[] = []): SVGElementTagNameMap[K] {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}
