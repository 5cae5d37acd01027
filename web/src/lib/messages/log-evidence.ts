/** Words of what a site's server logs prove on Technical Gaps. */
const times = (n: string, one: boolean) => (one ? "once" : `${n} times`);
const requests = (n: string, one: boolean) => `${n} ${one ? "request" : "requests"}`;

export const logEvidence = {
  title: "What your server logs show",
  text: (from: string, to: string) => `${from} to ${to} (UTC). Spoofed requests are not counted.`,
  answered: (bot: string, status: number, n: string, one: boolean) => `${bot} was answered ${status} ${times(n, one)}`,
  see: "See the requests",
  seeOf: (bot: string, status: number) => `See the requests of ${bot} answered ${status}`,
  more: (n: string) => `Show all ${n}`,
  advice: "A page that a crawler cannot fetch cannot be cited. Look at your firewall, bot filter or rate limit first.",
  none: "Your server refused no AI crawler, and none met a server error.",
  noBots: "No AI crawler came in these days.",
  ends: (day: string) => `Your newest log ends on ${day}. Add a newer one to see whether this still holds.`,
  invite: "Your server log shows whether AI crawlers get through. Add one to see it here.",
  open: "Open Traffic",
  limited: "Your plan shows seven days of your own uploads.",

  verdict: "In your server logs",
  confirmed: (bot: string, n: string, all: string, one: boolean, from: string, to: string) =>
    `Confirmed: ${n} of ${requests(all, one)} by ${bot} met a refusal or a server error, ${from} to ${to}.`,
  contradicted: (bot: string, all: string, one: boolean, from: string, to: string) =>
    `Not confirmed: ${bot} made ${requests(all, one)}, and none met a refusal or a server error, ${from} to ${to}.`,
} as const;
