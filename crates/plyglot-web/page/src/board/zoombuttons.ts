// Buttons to look closer, for hands without a wheel.
import type { Zoom } from "./zoom";

export function zoomButtons(zoom: Zoom): HTMLElement {
  const group = document.createElement("div");
  group.className = "board-zoom";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Zoom");
  const button = (sign: string, label: string, act: () => void): HTMLButtonElement => {
    const node = document.createElement("button");
    node.type = "button";
    node.textContent = sign;
    node.setAttribute("aria-label", label);
    node.addEventListener("click", act);
    return node;
  };
  group.append(
    button("+", "Zoom in", () => zoom.byButton(1.5)),
    button("\u2212", "Zoom out", () => zoom.byButton(1 / 1.5)),
    button("\u26f6", "Whole board", () => zoom.reset()),
  );
  return group;
}
