// Buttons to look closer, for hands without a wheel.
import { icon } from "./svg";
import type { Zoom } from "./zoom";

export function zoomButtons(zoom: Zoom): HTMLElement {
  const group = document.createElement("div");
  group.className = "board-zoom";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Zoom");
  const button = (d: string, label: string, act: () => void): HTMLButtonElement => {
    const node = document.createElement("button");
    node.type = "button";
    node.append(icon(d));
    node.setAttribute("aria-label", label);
    node.addEventListener("click", act);
    return node;
  };
  group.append(
    button("M12 5v14M5 12h14", "Zoom in", () => zoom.byButton(1.5)),
    button("M5 12h14", "Zoom out", () => zoom.byButton(1 / 1.5)),
    button("M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5", "Whole board", () => zoom.reset()),
  );
  return group;
}
