/** Words of the funnel: how far the site's pages come, from a crawler's fetch to a visit. */
const pages = (n: string, one: boolean) => `${n} ${one ? "page" : "pages"}`;
const counted = (n: string, one: boolean, what: string) => `${n} ${what}${one ? "" : "s"}`;

export const funnel = {
  text: "How many of your pages reach each step between a search crawler's visit and a person's. The logs tell who fetched and who came, your analyses which answers cite a page.",
  title: "From fetched to visited",
  summary: "Pages at each step",
  name: "Step",
  value: "Pages",
  table: "Show as table",
  chart: "Show as chart",
  steps: {
    fetched: "Fetched for a search index",
    live: "Fetched while somebody asked",
    cited: "Cited in an answer",
    named: "Cited where you are named",
    visited: "Visited from an assistant",
  },
  unknown: "not known without a log of these days",
  unasked: "not known without an analysis in these days",
  requests: (n: string, count: string, one: boolean, single: boolean) =>
    `${pages(n, one)}, ${counted(count, single, "request")}`,
  answers: (n: string, count: string, of: string, one: boolean) => `${pages(n, one)}, ${count} of ${of} answers`,
  visits: (n: string, count: string, one: boolean, single: boolean) =>
    `${pages(n, one)}, ${counted(count, single, "page view")}`,
  about: (from: string, to: string) => `Logs of ${from} to ${to}. Days are UTC.`,
  answered: (answers: string, questions: string, from: string, to: string) =>
    `${answers} answers to ${questions} questions, ${from} to ${to}.`,
  order: "A page need not take every step: an assistant can cite it from an older index.",

  noLogTitle: "Only citations are known for these days",
  noLogText: "Upload an access log to see which pages crawlers fetch and people visit.",
  toLogs: "Go to Logs",

  stop: "Where pages stop",
  all: (n: string) => `All pages (${n})`,
  stops: {
    refused: "Refused or broken for bots",
    "not-fetched": "Cited, not fetched",
    "not-cited": "Fetched, not cited",
    "not-visited": "Cited, not visited",
  },
  chosen: (name: string, n: string) => `${name} (${n})`,
  advice: {
    refused: "Bots that asked for these pages got errors only. Let them in, or repair the pages.",
    "not-fetched":
      "Answers cite these pages, but no crawler fetched them in these days. Assistants may be using an old copy.",
    "not-cited":
      "Crawlers know these pages, but no answer to your questions cites them. See Content Gaps for what they lack.",
    "not-visited": "Answers cite these pages, but nobody is seen to have followed the link.",
  },
  none: "–",

  tableTitle: "Pages",
  columns: {
    page: "Page",
    fetched: "Fetched",
    live: "While asked",
    cited: "Cited in answers",
    visits: "Page views",
    stop: "Stops at",
  },
  refused: (n: string) => `${n} refused or failed`,
  naming: (n: string, of: string) => (n === of ? "all name you" : n === "0" ? "none names you" : `${n} name you`),
  share: (share: string, low: string, high: string) => `${share} % of questions (${low}–${high})`,
  more: (n: string, of: string) => `The ${n} pages that come furthest, of ${of}. The CSV has them all.`,
  csv: "CSV",
  csvLabel: "Download these pages and the steps they take, as CSV",

  emptyTitle: "No page was fetched or cited in these days",
  emptyText: "Choose other days, upload an access log, or run an analysis.",
  lockedTitle: "The funnel needs full analytics",
  lockedText: "It sets your logs beside every answer that cites one of your pages.",
  lockedAction: "See plans",
} as const;
