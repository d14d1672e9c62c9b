/** Reading and writing of the analysis page: what was pasted, and what is to be taken away. */
import * as http from "../api/http";
import type { ReadGame } from "../api/types";
import type { Study } from "../store/study";
import { pack } from "../store/tree";
import { download } from "../ui/copy";
import type { Around } from "./study";

export class StudyFiles {
  text = "";
  busy = false;
  error: string | null = null;
  found: ReadGame[] | null = null;
  written = { format: null as string | null, key: "", made: null as { name: string; text: string } | null, error: null as string | null };

  constructor(
    private readonly study: Study,
    private readonly around: Around,
  ) {}

  async read(text: string): Promise<void> {
    Object.assign(this, { busy: true, error: null, found: null });
    this.around.redraw();
    try {
      const found = await this.around.read(this.study.tree.game, text);
      if (Array.isArray(found)) this.found = found;
      else this.around.open(found);
    } catch (error) {
      this.error = http.words(error);
    }
    this.busy = false;
    this.around.redraw();
  }

  /** The whole tree, in the form that this page reads again. */
  save(): void {
    download("analysis.json", JSON.stringify(pack(this.study.tree)));
  }

  /** Writes the line through the current move. */
  async write(format: string): Promise<void> {
    const place = this.study.endOfLine();
    const key = JSON.stringify([format, place]);
    if (this.written.key === key) return;
    this.written = { format, key, made: null, error: null };
    this.around.redraw();
    const put = (made: { name: string; text: string } | null, error: string | null): void => {
      if (this.written.key === key) this.written = { ...this.written, made, error };
      this.around.redraw();
    };
    try {
      put(await http.writeFile({ ...place, format }), null);
    } catch (error) {
      put(null, http.words(error));
    }
  }
}
