/** Words of Traffic's tab Reports: what search engines and analytics tools report about the site. */
const rows = (n: string, one: boolean) => `${n} ${one ? "row" : "rows"}`;

export const trafficReports = {
  text: "Upload what search engines and analytics tools report about your site. It is shown beside your own measurements and never changes a score.",
  platforms: {
    "search-console": "Google Search Console",
    "search-console-ai": "Google Search Console, generative AI",
    "bing-ai": "Bing Webmaster Tools, AI Performance",
    ga4: "Google Analytics",
    matomo: "Matomo",
    plausible: "Plausible",
  },
  subjects: { pages: "Pages", queries: "Queries", sources: "Sources", dates: "By day" },
  nameOf: (platform: string, subject: string) => `${platform} · ${subject}`,

  uploadTitle: "Upload a report",
  uploadText: "A CSV file of up to 10 MB and 25,000 rows. You see how it reads before it is kept.",
  file: "Report file",
  drop: "Drop a CSV export here, or",
  accept: ".csv,.tsv,.txt,text/csv",
  reading: (name: string) => `Reading ${name}`,
  unreadable: "This file is not a report we can read",
  failed: "Report not uploaded",

  previewTitle: "How the file reads",
  previewRows: "First rows of the file",
  size: (n: string, one: boolean) => rows(n, one),
  period: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  askDays: "The file does not say which days it covers",
  from: "First day",
  to: "Last day",
  daysMissing: "Choose the first and the last day.",
  sameTitle: (name: string) => `You uploaded this file before, as “${name}”`,
  sameText: "For the same days it is kept only once.",
  replacesTitle: "This replaces a report of the same days",
  replacesText: (name: string, rowCount: string, one: boolean) =>
    `“${name}” with ${rows(rowCount, one)} will be deleted.`,
  replacesOther: "Another report of this kind covers these days and will be deleted.",
  upload: "Keep report",
  replace: "Replace report",
  cancel: "Cancel",
  kept: "Report kept",
  leftOut: {
    folded: (n: string, one: boolean) => `${rows(n, one)} added to another of the same name`,
    totals: (n: string, one: boolean) => `${n} ${one ? "total" : "totals"} left out`,
    unnamed: (n: string, one: boolean) => `${rows(n, one)} without a name left out`,
    uneven: (n: string, one: boolean) => `${rows(n, one)} with too many cells left out`,
    unreadable: (n: string, one: boolean) => `${n} ${one ? "cell" : "cells"} without a readable number`,
    tables: (n: string, one: boolean) => `${n} further ${one ? "table" : "tables"} in the file left out`,
  },

  listTitle: "Reports",
  none: "No report yet",
  hiddenTitle: (n: string, one: boolean) => `Your plan hides ${n} older ${one ? "report" : "reports"}`,
  hiddenText: "It shows the reports that end in the newest seven days. Growth shows all of them.",
  hiddenAction: "See plans",
  open: "Show",
  openOne: (name: string, days: string) => `Show ${name}, ${days}`,
  shown: "Shown below",
  csv: "CSV",
  csvOne: (name: string, days: string) => `Download ${name}, ${days}, as CSV`,
  remove: "Delete",
  removeOne: (name: string, days: string) => `Delete ${name}, ${days}`,
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: "The report is deleted with all its rows. You can upload the file again.",
  removeFailed: "Report not deleted",
  removed: "Report deleted",
  more: (n: string, of: string) => `${n} of ${of} rows, the largest first. The CSV has all of them.`,
  empty: "–",
  percent: (n: string) => `${n} %`,

  besideTitle: "Beside your own measurement",
  besidePage: "Page",
  besideCited: "Answers that cite it",
  besideShare: (n: string, share: string) => `${n} (${share} %)`,
  agreement: (value: string, low: string, high: string, n: string) =>
    `Rank correlation ${value} (95 % interval ${low} to ${high}) over ${n} pages.`,
  agreementMeans:
    "1 means the same order, 0 no connection, −1 the opposite order. Pages no answer cites count as 0. Your scores do not depend on it.",
  besideAnswers: (n: string, days: string) => `${n} answers to questions that do not name your brand, ${days}.`,
  besideWhy: {
    "no-answers": "No answers with sources from these days to compare with.",
    "few-pages": "Not enough pages to compare: a rank correlation needs at least 8.",
    "all-alike": "Not comparable: the pages do not differ in one of the two measures.",
  },

  howTitle: "Where to find these exports",
  how: {
    "search-console":
      "Performance → Search results → Export → Download CSV. Unpack the archive and upload Pages.csv or Queries.csv.",
    "search-console-ai":
      "Performance → Generative AI → Export → Download CSV. Unpack the archive and upload Pages.csv. It counts impressions only.",
    "bing-ai": "AI Performance → Pages or Grounding queries → Download. Clarity shows the same citations.",
    ga4: "Reports → Acquisition → Traffic acquisition, or Engagement → Landing page → Share → Download CSV, with Analytics set to English. The channel “AI Assistant” is a row of the first.",
    matomo: "Acquisition → Websites or All channels, or Behavior → Entry pages → Export → CSV.",
    plausible: "Download icon above the chart. Unpack the archive and upload sources.csv or entry_pages.csv.",
  },
} as const;
