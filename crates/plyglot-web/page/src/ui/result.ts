/** How a game ended, and where to go from there. */
import type { TableView } from "../api/types";
import { h } from "./dom";
import type { VNode } from "./dom";
import { icon } from "./icon";
import { seatChip } from "./seat";
import { button } from "./table";

/** Who has won, in words; nothing where ranks do not tell it. */
export function winner(table: TableView): string {
  const ranks = table.ranks ?? table.view.ranks;
  if (!ranks) return "";
  const best = Math.min(...ranks);
  const won = table.seats.filter((_, seat) => ranks[seat] === best).map((seat) => seat.name);
  if (won.length === table.seats.length) return "Draw";
  const names = [...new Set(won)];
  const one = names.length === 1 && names[0] !== "You";
  return `${names.join(" and ")} ${one ? "wins" : "win"}`;
}

/** The result as a sentence. */
export function resultWords(table: TableView): string {
  const said = [winner(table), table.outcome ?? ""].filter(Boolean).join(": ");
  return said ? `${said}.` : "The game is over.";
}

export type ResultSetting = { table: TableView; owner: boolean; reviewLink: string | null; rematch: () => void };

export function resultBox({ table, owner, reviewLink, rematch }: ResultSetting): VNode | null {
  if (!table.ending && !table.view.over) return null;
  const ranks = table.ranks ?? table.view.ranks ?? [];
  const order = ranks.map((rank, seat) => ({ rank, seat })).sort((one, other) => one.rank - other.rank);
  return h("div.result.stack", [
    h("p.outcome", winner(table) || "The game is over"),
    table.outcome ? h("p.quiet.small", table.outcome) : null,
    order.length > 2 ? h("ol.bare.ranks", order.map(({ rank, seat }) => h("li", { key: seat }, [h("b", `${rank}.`), seatChip(table.view, seat), table.seats[seat]?.name ?? ""]))) : null,
    h("div.row", [
      table.next
        ? h("a.button.main", { attrs: { href: `/t/${table.next}` } }, [icon("again"), "To the rematch"])
        : owner ? button("Rematch", "again", rematch, { main: true }) : null,
      reviewLink && owner ? h("a.button", { attrs: { href: reviewLink } }, [icon("analyse"), "Review"]) : null,
      owner ? h("a.button", { attrs: { href: `/new?game=${encodeURIComponent(table.view.short)}` } }, [icon("plus"), "New game"]) : null,
    ]),
  ]);
}
