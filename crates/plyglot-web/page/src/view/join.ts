import type { View } from "../router";

export const view: View = (_route, root) => {
  const head = document.createElement("h1");
  head.tabIndex = -1;
  head.textContent = "Join";
  root.append(head);
  return { title: "Join", destroy() {} };
};
