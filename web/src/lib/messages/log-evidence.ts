/** Words of what a site's server logs prove on Technical Gaps. */
const requests = (n: string, one: boolean) => `${n} ${one ? "request" : "requests"}`;

/** So many of all requests by a bot were refused or failed; `one` of all, `single` of those. */
export type RefusedOf = {
  bot: string;
  n: string;
  single: boolean;
  all: string;
  one: boolean;
  from: string;
  to: string;
};
const refusedOf = ({ bot, n, single, all, one, from, to }: RefusedOf) =>
  `${n} of ${requests(all, one)} by ${bot} ${single ? "was" : "were"} refused or failed, ${from} to ${to}`;

export const logEvidence = {
  title: "What your server logs show",
  text: (from: string, to: string) =>
    `${from} to ${to} (UTC), without spoofed requests. Traffic counts those too, so its numbers can be higher.`,
  see: "See the requests",
  seeOf: (bot: string, status: number) => `See the requests of ${bot} answered ${status}`,
  more: (n: string) => `Show all ${n}`,
  advice: "A page that a crawler cannot fetch cannot be cited. Look at your firewall, bot filter or rate limit first.",
  none: "In this log no AI crawler was refused, and none met a server error. What a CDN or firewall refuses first is not in it.",
  noBots: "No AI crawler came in these days.",
  onlySpoofed:
    "Requests in the name of AI crawlers came only from addresses their makers do not publish. If a proxy or CDN stands in front of your server, log the visitor's address instead.",
  ends: (day: string) => `Your newest log ends on ${day}. Add a newer one to see whether this still holds.`,
  invite: "Your server log shows whether AI crawlers get through. Add one to see it here.",
  open: "Open Traffic",
  limited: "Your plan shows seven days of your own uploads.",

  verdict: "In your server logs",
  confirmed: (said: RefusedOf) => `Confirmed: ${refusedOf(said)}.`,
  inPart: (said: RefusedOf) => `In part: ${refusedOf(said)}.`,
  onlyFailed: ({ bot, n, all, one, from, to }: RefusedOf) =>
    `Not refused: ${n} of ${requests(all, one)} by ${bot} failed with a server error, ${from} to ${to}.`,
  notSeen: (bot: string, all: string, one: boolean, from: string, to: string) =>
    `Not seen in this log: ${bot} made ${requests(all, one)}, and ${one ? "it was not" : "none was"} refused or failed, ${from} to ${to}.`,
  before: "A CDN or firewall in front of the server refuses bots before they reach its log.",
} as const;
