/** An invitation to a seat: a code for one use, and a link that holds it. */
import { copyField } from "./copy";
import { h } from "./dom";
import type { VNode } from "./dom";

/** `addresses`: where others reach this server; without any it is this machine alone. */
export function invitation(code: string, addresses: string[]): VNode {
  const origins = addresses.length > 0 ? addresses : [location.origin];
  return h("div.invitation.stack", { key: code }, [
    h("p", ["Code: ", h("strong.mono", code)]),
    ...origins.map((origin, at) => copyField(`join-${code}-${at}`, "Link for the guest", `${origin}/join#${code}`)),
    addresses.length === 0 ? h("p.quiet.small", "Only this machine can be reached. Start with --listen to play over the network.") : null,
  ]);
}
