/** Words of the screen Traffic: which bots fetched the site's pages, and whom assistants sent. */
const requests = (n: string, one: boolean) => `${n} ${one ? "request" : "requests"}`;

export const traffic = {
  tabs: { crawlers: "Crawlers", people: "People", reports: "Reports", funnel: "Funnel", logs: "Logs" },
  tabsLabel: "Traffic",

  emptyTitle: "See which AI crawlers fetch your pages",
  emptyText:
    "AI crawlers run no scripts, so web analytics cannot see them. Your server's access log can. Upload one to see which crawlers fetch your pages and which requests your server refuses.",
  reading: "A log is being read. Its requests appear here when it is done.",
  waiting: "A log you sent is waiting for you.",
  seeLogs: "Go to Logs",

  limitedTitle: "Your plan shows the seven newest days of your uploads",
  limitedText: "Growth shows every day and takes lines straight from your server.",
  limitedAction: "See plans",

  range: "Days",
  ranges: {
    newest: "Newest 28 days",
    "7": "Newest 7 days",
    "90": "Newest 90 days",
    "365": "Newest 12 months",
    custom: "Choose days",
  },
  from: "From",
  to: "To",
  bounds: "Choose a day from 2000 to 2100.",
  order: "The first day must not be after the last.",
  utc: (from: string, to: string) => `${from} to ${to}. Days are UTC.`,
  bot: "Bot",
  allBots: "All bots",
  purpose: "Purpose",
  allPurposes: "All purposes",
  status: "Status",
  allStatuses: "All statuses",
  clear: "Clear filters",
  csv: "CSV",
  csvLabel: "Download these requests by day, bot, purpose and status, as CSV",
  nothing: "No requests for these days and filters",
  nothingText: "Choose other days, or clear the filters.",
  nothingLimited: "Clear the filters to see all requests.",

  purposes: {
    search: "Search index",
    user: "Fetched for a user",
    training: "Training",
    agent: "Agent",
    other: "Other bots",
  },
  purposeTexts: {
    search: "builds an index that answers are drawn from",
    user: "somebody asked an assistant just now",
    training: "collects text to train models",
    agent: "operates the site on somebody's behalf",
    other: "monitors, previews and tools",
  },
  purposeMeans: (purpose: string, meaning: string) => `${purpose}: ${meaning}.`,

  tiles: {
    requests: "Requests by bots",
    errors: "Refused or failed",
    verified: "Verified",
    spoofed: "Spoofed",
  },
  shareOf: (share: string) => `${share} of all`,
  requests: (n: string, one: boolean) => requests(n, one),

  chartTitle: "Requests by day",
  chartSummary: (n: string, one: boolean, from: string, to: string) =>
    `${requests(n, one)} by bots, ${from} to ${to}, by purpose`,
  chart: {
    table: "Show as table",
    chart: "Show as chart",
    date: "Day",
    hint: "Arrow keys move from day to day.",
    emphasize: (label: string) => `Emphasize ${label}`,
  },

  botsTitle: "Bots",
  botsText:
    "Verified requests come from addresses the maker publishes. Spoofed ones use its name from other addresses. For unverified ones there are no published addresses to compare with.",
  botColumns: {
    bot: "Bot",
    requests: "Requests",
    verified: "Verified",
    unverified: "Unverified",
    spoofed: "Spoofed",
    errors: "Refused or failed",
  },
  onlyBot: (bot: string) => `Show ${bot} only`,

  refusedTitle: "Refused or failed",
  refusedText:
    "A page that a crawler cannot fetch cannot be cited. A refusal usually comes from a firewall, a bot filter or a rate limit.",
  refusedNone: "No bot was refused, and no request failed.",
  refusedNoneShown: "None of these requests was refused or failed.",
  showPages: (bot: string, status: number) => `Pages where ${bot} was answered ${status}`,
  pagesShort: "Pages",
  more: (n: string) => `Show all ${n}`,

  pagesTitle: "Most requested pages",
  pageColumns: { page: "Page", requests: "Requests", errors: "Refused or failed", views: "Page views" },
  otherPages: "Other pages",

  samplesTitle: "Sample lines",
  samplesText: "Up to three lines per hour, bot and status, kept for 30 days. IP addresses are shortened.",
  samplesNone: "No sample lines for these days and filters.",
  moreSamples: "Show more",
  verdicts: { verified: "Verified", claimed: "Unverified", contradicted: "Spoofed" } as Record<string, string>,

  peopleText:
    "People who followed a link in an assistant's answer. Many arrive without a referrer, so this is a minimum.",
  peopleNone: "No visits from assistants in these days",
  peopleNoneText:
    "Your logs have none with an assistant's referrer or utm_source. Check that your log format records the referrer.",
  assistantsTitle: "Requests by assistant",
  assistantColumns: { assistant: "Assistant", views: "Page views", requests: "Requests" },
  peopleChart: "Requests sent by assistants",
  peopleSummary: (n: string, one: boolean, from: string, to: string) =>
    `${requests(n, one)} by people whom assistants sent, ${from} to ${to}`,
  landingTitle: "Pages they opened",
  peopleAll: (n: string, one: boolean) => `${requests(n, one)} by people in all.`,
} as const;
