/** How a game ended, and where to go from there. */
import type { TableView } from "../api/types";
import { h } from "./dom";
import type { VNode } from "./dom";
import { plain } from "./form";
import { icon } from "./icon";
import { button } from "./table";

/** Who has won, in words; nothing where ranks do not tell it. */
export function winner(table: TableView): string {
  const ranks = table.ranks ?? table.view.ranks;
  if (!ranks) return "";
  const best = Math.min(...ranks);
  const won = table.seats.flatMap((_, seat) => (ranks[seat] === best ? [called(table, seat)] : []));
  if (won.length === table.seats.length) return "Draw";
  return `${won.join(" and ")} ${won.length === 1 && won[0] !== "You" ? "wins" : "win"}`;
}

/** A name that is one seat's alone; agents often have the same. */
function called(table: TableView, seat: number): string {
  const name = table.seats[seat]?.name ?? "";
  const alone = table.seats.filter((other) => other.name === name).length === 1;
  return alone ? name : `${plain(table.view.players[seat] ?? "")} (${name})`;
}

/** How it came about, unless that is only the winner once more. */
function manner(table: TableView): string {
  const how = table.outcome ?? "";
  return winner(table).toLowerCase().includes(how.toLowerCase()) ? "" : how;
}

/** The result as a sentence. */
export function resultWords(table: TableView): string {
  const [won, how] = [winner(table), manner(table)];
  const said = how !== "" && how.toLowerCase().startsWith(won.toLowerCase()) ? plain(how) : [won, how].filter(Boolean).join(": ");
  return said ? `${said}.` : "The game is over.";
}

export type ResultSetting = { table: TableView; owner: boolean; reviewLink: string | null; rematch: () => void };

export function resultBox({ table, owner, reviewLink, rematch }: ResultSetting): VNode | null {
  if (!table.ending && !table.view.over) return null;
  return h("div.result.stack", [
    h("p.outcome", winner(table) || "The game is over"),
    table.outcome ? h("p.quiet.small.how", table.outcome) : null,
    h("div.row", [
      table.next
        ? h("a.button.main", { attrs: { href: `/t/${table.next}` } }, [icon("again"), "To the rematch"])
        : owner ? button("Rematch", "again", rematch, { main: true }) : null,
      reviewLink && owner ? h("a.button", { attrs: { href: reviewLink } }, [icon("analyse"), "Review"]) : null,
      owner ? h("a.button", { attrs: { href: `/new?game=${encodeURIComponent(table.view.short)}` } }, [icon("plus"), "New game"]) : null,
    ]),
  ]);
}
