// The link that holds the whole tree, and what else can be done with the position.

import { h, type VNode } from "./dom";
import { copyField } from "./copy";

export type ShareProps = {
  link: string | null; // null while it is made
  long: boolean; // too long for a link: it opens in this browser only
  position: string;
  playLink: string;
  save(): void;
};

export function share({ link, long, position, playLink, save }: ShareProps): VNode {
  return h("div.share.stack", [
    link === null ? h("p.quiet", "Making the link…") : copyField("share-link", "Link with all moves, branches and comments", link),
    long
      ? h("p.notice.small", [
          "This tree is too long for a link: it opens in this browser only. To give it to somebody, save it as a file and import it there. ",
          h("button", { attrs: { type: "button" }, on: { click: save } }, "Save as a file"),
        ])
      : null,
    copyField("share-position", "This position", position, position.includes("\n") ? 5 : 1),
    h("a.button", { attrs: { href: playLink } }, "Play from here"),
  ]);
}
