/** Words of the funnel: how far the site's pages come, from a crawler's fetch to a visit. */
const pages = (n: string, one: boolean) => `${n} ${one ? "page" : "pages"}`;
const counted = (n: string, one: boolean, what: string) => `${n} ${what}${one ? "" : "s"}`;

export const funnel = {
  text: "See how many of your pages AI search engines fetch, assistants cite and people visit. Fetches and visits come from your logs, citations from your analyses.",
  title: "From fetched to visited",
  summary: "Pages at each step",
  name: "Step",
  value: "Pages",
  table: "Show as table",
  chart: "Show as chart",
  steps: {
    fetched: "Fetched for a search index",
    live: "Fetched for a user",
    cited: "Cited in answers",
    named: "Cited, and you are named",
    visited: "Visited from an assistant",
  },
  unknown: "not known without a log of these days",
  unasked: "not known without an analysis in these days",
  unsourced: "not known: these answers came without sources",
  requests: (n: string, count: string, one: boolean, single: boolean) =>
    `${pages(n, one)}, ${counted(count, single, "request")}`,
  answers: (n: string, count: string, of: string, one: boolean) => `${pages(n, one)}, ${count} of ${of} answers`,
  visits: (n: string, count: string, one: boolean, single: boolean) =>
    `${pages(n, one)}, ${counted(count, single, "page view")}`,
  about: (from: string, to: string) => `Logs of ${from} to ${to}. Days are UTC.`,
  answered: (answers: string, questions: string, from: string, to: string) =>
    `${answers} answers to ${questions} questions that do not name your brand, ${from} to ${to}.`,
  order: "A page can skip steps. For example, an assistant can cite an older copy.",

  stale: (day: string) => `Your newest log ends on ${day}. Fetches and visits after that day are not known.`,
  staleText: "Add a newer log to see them.",
  cut: "Your logs have more pages than are told apart. A rarely requested page can show too few fetches.",

  noLogTitle: "No log covers these days",
  noLogText: "Only citations are known. Logs tell which pages crawlers fetch and people visit.",
  toLogs: "Go to Logs",

  missing: "What is missing",
  all: (n: string) => `All pages (${n})`,
  missings: {
    refused: "Refused or failed",
    "not-fetched": "Not fetched",
    "not-cited": "Not cited",
    "not-visited": "Not visited",
  },
  chosen: (name: string, n: string) => `${name} (${n})`,
  advice: {
    refused:
      "Assistants' bots that asked for these pages were refused or met errors. Let them in, or repair the pages.",
    "not-fetched": "No search crawler or assistant fetched these pages on the days of your logs.",
    "not-cited": "These pages were fetched, but no answer cites them.",
    "not-visited": "Answers cite these pages, but nobody is seen to have followed the link.",
  },
  nothing: "Nothing",
  unknownCell: "not known",
  none: "–",

  tableTitle: "Pages",
  columns: {
    page: "Page",
    fetched: "Fetched",
    live: "For a user",
    cited: "Cited in answers",
    visits: "Page views",
    missing: "Missing",
  },
  refused: (n: string) => `plus ${n} refused or failed`,
  naming: (n: string, of: string) => (n === of ? "all name you" : n === "0" ? "none names you" : `${n} name you`),
  share: (share: string, low: string, high: string) => `${share} % of answers (${low}–${high})`,
  more: (n: string, of: string) => `${n} of ${of} pages, the furthest first. The CSV lists all of them.`,
  csv: "CSV",
  csvLabel: "Download these pages and how far they come, as CSV",

  emptyTitle: "No page was fetched or cited in these days",
  emptyText: "Pages appear here when a log shows requests for them or an answer cites one.",
  lockedTitle: "The funnel comes with Pro",
  lockedText: "See which of your pages are fetched, cited in answers and visited.",
  lockedAction: "See plans",
} as const;
