// Choices at the cell that they belong to, with the way back.
import { icon } from "./svg";

export class Popover {
  private readonly node = document.createElement("div");

  constructor(frame: HTMLElement, private readonly choose: (choice: string) => void, private readonly back: () => void) {
    this.node.className = "board-choices";
    this.node.setAttribute("role", "group");
    this.node.setAttribute("aria-label", "Choices");
    this.node.hidden = true;
    frame.append(this.node);
  }

  /** Shows choices below a part of the frame, or above it where there is no room. */
  show(choices: string[], part: DOMRect, frame: DOMRect): void {
    this.node.replaceChildren(...choices.map((choice, number) => this.button(choice, number)), this.backButton());
    this.node.hidden = false;
    const [width, height] = [this.node.offsetWidth, this.node.offsetHeight];
    const left = Math.min(Math.max(part.left + part.width / 2 - width / 2 - frame.left, 2), Math.max(2, frame.width - width - 2));
    const below = part.bottom - frame.top + 4;
    const top = below + height <= frame.height ? below : Math.max(2, part.top - frame.top - height - 4);
    this.node.style.setProperty("left", `${left}px`);
    this.node.style.setProperty("top", `${top}px`);
  }

  hide(): void {
    this.node.hidden = true;
    this.node.replaceChildren();
  }

  private button(choice: string, number: number): HTMLButtonElement {
    const button = plainButton(choice);
    if (number < 9) button.setAttribute("aria-keyshortcuts", String(number + 1));
    button.addEventListener("click", () => this.choose(choice));
    return button;
  }

  private backButton(): HTMLButtonElement {
    const button = plainButton("");
    button.append(icon("M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"));
    button.setAttribute("aria-label", "Back one step");
    button.addEventListener("click", () => this.back());
    return button;
  }
}

function plainButton(word: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = word;
  return button;
}
