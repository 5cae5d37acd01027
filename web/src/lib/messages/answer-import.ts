import { countText } from "../count";

/** Words of the import of answers that people saw elsewhere. */
const answers = (n: number) => `${countText(n)} ${n === 1 ? "answer" : "answers"}`;

export const answerImport = {
  open: "Import answers",
  title: "Import answers",
  text: "Answers you saw elsewhere, such as in an assistant's app. They are read, shown and can be filtered; they never enter a score.",
  way: "How the answers come",
  ways: { file: "File", paste: "Paste" },
  file: "File with answers",
  drop: "Drop a CSV, JSON or text file here, or",
  tooLarge: "The file is larger than 10 MB. Split it and import the parts.",
  paste: "Text with answers",
  pasteHint: "One answer as it stands, several with a line of === between them, or the rows of a table with a header.",
  expected: "What is expected",
  table:
    "A table (CSV from any spreadsheet) with the columns prompt and answer. Also read: engine, date, links and locale. Dates as 2026-04-03.",
  json: 'JSON: a list of objects with the same names, or {"answers": […]}.',
  plain:
    "Plain text: each answer may begin with lines such as Prompt:, Engine: and Date:, then an empty line. A line of === stands between two answers.",
  limits: "At most 10 MB and 10,000 answers. A file is taken whole or not at all.",
  template: "Download an empty table",
  check: "Check",
  checking: "Reading the file",
  problems: (n: number) =>
    n === 1 ? "Nothing was imported. One thing is wrong:" : `Nothing was imported. ${n} things are wrong:`,
  morePerhaps: "There may be more: only the first 50 are listed.",
  found: (n: number, prompts: number) =>
    `${answers(n)} to ${countText(prompts)} ${prompts === 1 ? "question" : "questions"}`,
  engines: (names: readonly string[]) => `Given by ${names.join(", ")}`,
  noEngines: "No assistant is named.",
  days: (from: string, to: string) => (from === to ? `Of ${from}` : `From ${from} to ${to}`),
  noDays: "No dates are given: the answers count as seen today.",
  firstOf: (shown: number, all: number) => (shown < all ? `The first ${shown}` : "As they were understood"),
  noPrompt: "No question given",
  links: (n: number | null) => (n === null ? "" : n === 1 ? "1 link" : `${n} links`),
  another: "Choose another",
  change: "Change the text",
  go: (n: number) => `Import ${answers(n)}`,
  sending: "Sending",
  reading: "Finding who is named",
  leave: "You can close this; the reading goes on.",
  done: (n: number) => `${answers(n)} ${n === 1 ? "is" : "are"} in`,
  doneText: "Who is named in them, in which order and with which tone has been read.",
  stillRead: "Who is named in them is being read.",
  nothing: "Nothing was imported",
  failed: "The answers were taken in but could not be read",
  see: "See the answers",
  close: "Close",
} as const;
