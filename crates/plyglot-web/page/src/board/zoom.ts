// Looking closer: the whole drawing is moved and scaled by CSS, so that even large boards follow the hand.
export class Zoom {
  scale = 1;
  private x = 0;
  private y = 0;
  private settle: ReturnType<typeof setTimeout> | null = null;

  /** `most`: the largest scale that is useful now. */
  constructor(private readonly frame: HTMLElement, private readonly stage: HTMLElement, private readonly most: () => number, private readonly changed: () => void) {}

  /** Scales by a factor around a point of the window. */
  by(factor: number, clientX: number, clientY: number): void {
    const box = this.frame.getBoundingClientRect();
    const scale = Math.min(Math.max(this.scale * factor, 1), Math.max(1, this.most()));
    const [px, py] = [clientX - box.left, clientY - box.top];
    this.x = px - ((px - this.x) * scale) / this.scale;
    this.y = py - ((py - this.y) * scale) / this.scale;
    this.scale = scale;
    this.apply();
  }

  byButton(factor: number): void {
    const box = this.frame.getBoundingClientRect();
    this.by(factor, box.left + box.width / 2, box.top + box.height / 2);
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  reset(): void {
    this.scale = 1;
    this.apply();
  }

  /** Brings a part of the window into the frame. */
  reveal(part: DOMRect): void {
    if (this.scale === 1) return;
    const box = this.frame.getBoundingClientRect();
    const dx = Math.max(0, box.left - part.left) - Math.max(0, part.right - box.right);
    const dy = Math.max(0, box.top - part.top) - Math.max(0, part.bottom - box.bottom);
    if (dx !== 0 || dy !== 0) this.pan(dx, dy);
  }

  private apply(): void {
    const { clientWidth: width, clientHeight: height } = this.frame;
    this.x = Math.min(0, Math.max(this.x, width * (1 - this.scale)));
    this.y = Math.min(0, Math.max(this.y, height * (1 - this.scale)));
    this.stage.style.setProperty("transform", this.scale === 1 ? "none" : `translate(${this.x}px, ${this.y}px) scale(${this.scale})`);
    // While the hand moves, the picture is moved as it is; afterwards it is drawn sharp again.
    this.stage.style.setProperty("will-change", "transform");
    if (this.settle !== null) clearTimeout(this.settle);
    this.settle = setTimeout(() => {
      this.stage.style.removeProperty("will-change");
      this.changed();
    }, 150);
  }

  destroy(): void {
    if (this.settle !== null) clearTimeout(this.settle);
  }
}
