/** Words of how a server answered a bot. */
export const answered = {
  line: (bot: string, status: number, n: string, one: boolean) =>
    `${bot}: ${n} ${one ? "request" : "requests"} answered ${status}`,
  statuses: {
    401: "asked to sign in",
    403: "refused",
    404: "not found",
    406: "not acceptable",
    410: "gone",
    429: "too many requests",
    451: "refused for legal reasons",
    499: "the bot hung up",
    500: "server error",
    502: "bad gateway",
    503: "unavailable",
    504: "timed out",
    520: "unknown error",
    522: "timed out",
  } as Record<number, string>,
  statusKinds: { 4: "request error", 5: "server error" } as Record<number, string>,
} as const;

/** What a status says, in words. */
export const statusWords = (status: number): string =>
  answered.statuses[status] ?? answered.statusKinds[Math.floor(status / 100)] ?? "";
