/** Words of the method page around what the server says of itself: figures and formulas are never written here. */
export const method = {
  title: "How we measure",
  lead: "Every formula, version and error rate behind the numbers of this product, as the running code states them.",
  failed: "The method page could not be loaded",
  contents: "On this page",
  anchor: (title: string) => `Link to “${title}”`,
  sections: {
    counting: "How answers are counted",
    formulas: "Formulas",
    uncertainty: "Intervals and changes",
    detection: "How well answers are read",
    coverage: "Do the intervals hold?",
    predictions: "Predictions against what happened",
    simulator: "What is simulated",
    recipients: "Which provider receives what",
    evidence: "Evidence behind recommendations",
    versions: "Versions",
    limits: "Limits, and what we do not measure",
  },
} as const;

export const laws = [
  {
    title: "Missing is not zero",
    text: "A failed, refused or unreadable answer leaves the denominator. A score without data is shown as “---”.",
  },
  {
    title: "Every number opens",
    text: "From a score to its formula, to the answers behind it, to the words that were counted.",
  },
  { title: "No number without its uncertainty", text: "The count and the interval travel with every rate and score." },
  {
    title: "Nothing is invented",
    text: "No sample rows and no constants posing as results. What is simulated says so wherever it stands.",
  },
] as const;

export const counting = {
  rules: [
    "A question is asked as a customer would ask it, alone: no instructions, nothing that tells an assistant it is being measured.",
    "Headline scores rest on questions that do not name the brand. Asked by name, almost any brand is found.",
    "A brand counts when an answer names it and does not deny it. A link is a citation; only its visible words can name somebody.",
    "The position is the brand's place among everybody named in that answer. Where it is absent there is no position, not a last one.",
    "Each assistant weighs the same, then each question, then each repeat: a chatty assistant or a repeated question cannot take over.",
  ],
  basis: "Three bases, never averaged together",
  bases: (enough: string) =>
    [
      {
        name: "Assistants",
        meaning: `Answers of connected assistants. One counts when at least ${enough} of its answers are valid.`,
      },
      { name: "Simulator", meaning: "Used while no assistant counts. Gauge, report and API then say “Simulated”." },
      { name: "Imported", meaning: "Answers you pasted or uploaded. Shown and filterable, in no score." },
    ] as const,
  basisColumns: { name: "Basis", meaning: "What it rests on" },
} as const;

export const formulas = {
  text: "The sentences below are those the scores themselves carry in their evidence.",
  scores: "Scores",
  measures: "Measures",
  interval: "Interval",
  units: { score100: "0 to 100", percent: "percent", rank: "rank, 1 is best", ms: "milliseconds", level: "a level" },
} as const;

export const uncertainty = {
  text: "Answers to one question resemble each other, so precision comes from the number of questions, not of repeats. Intervals allow for that.",
  facts: {
    confidence: "Confidence of an interval",
    resamples: "Resamples of a bootstrap, seeded",
    exploratory: "Called exploratory below",
    percentFrom: "One question's rate is a percentage from",
    level: "Level of the test of a change",
    permutations: "Permutations of that test",
    least: "Fewest questions asked both times",
    discovery: "False discoveries allowed in a list of questions",
    power: "Chance of seeing the smallest change named before an analysis",
    within: "By then at the latest",
  },
  questions: (n: string) => `${n} questions`,
  answers: (n: string) => `${n} answers`,
  analyses: (n: string) => `${n} analyses`,
  sees: "Before an analysis you are told the smallest lasting change it can see. That number comes from trying out, on your own earlier analyses, when the verdict “moved” would be given.",
  changes: "Verdicts on a change",
  changesText: "Only the same question put to the same assistant is compared. Colour is kept for what really moved.",
  columns: { name: "Verdict", meaning: "When it is given" },
} as const;

export const detection = {
  text: (texts: string, version: string) =>
    `Names, denials, order and tone are read out of answers by rules. They were scored on ${texts} labelled texts with the reader ${version}.`,
  stale: "These figures are of an earlier reader. The one at work has not been scored yet, so its error is unknown.",
  none: "The reader has not been scored yet: its error is unknown, not zero.",
  construction: "How the texts were made",
  languages: "Texts by language",
  columns: { task: "Task", value: "Accuracy", interval: "95 % interval", n: "Cases judged" },
  summary: (task: string, value: string, range: string) => `${task}: ${value}, interval ${range}`,
  tasks: {
    mentionPrecision: ["Mention precision", "Of the names it found, how many were meant"],
    mentionRecall: ["Mention recall", "Of the names that were meant, how many it found"],
    occurrencePrecision: ["Occurrence precision", "The same, for each place a name stands"],
    occurrenceRecall: ["Occurrence recall", "Likewise, place by place"],
    spanExact: ["Span", "The name is marked exact to the character"],
    hardNegatives: ["Look-alikes left alone", "Ordinary words and longer names that only look like the brand"],
    negationF1: ["Denials (F1)", "“I found nothing about …” is not a mention"],
    positionExact: ["Position of the brand", "Exactly right"],
    ranksExact: ["Rank of each name", "Exactly right"],
    sentimentAccuracy: ["Sentiment", "Positive, neutral or negative, as labelled"],
    recommendationAccuracy: ["Recommendation", "Whether the brand is presented as a pick"],
    recommendationF1: ["Recommendation (F1)", "The same, where picks are rare"],
  } as Record<string, readonly [string, string]>,
} as const;

export const coverage = {
  text: (trials: string) =>
    `Panels with a known true rate were simulated, ${trials} for each line, and the interval was computed as for a real analysis. A 95 % interval should hold the truth about 95 times in 100.`,
  passed: "Every kind of panel kept its promise in the last full check.",
  violations: (n: number) =>
    n === 1
      ? "One kind of panel broke its promise in the last full check."
      : `${n} kinds of panels broke their promise in the last full check.`,
  null: (share: string, trials: string) =>
    `Where nothing had changed, ${share} of ${trials} comparisons were called “moved”.`,
  none: "There is no calibration yet. Until it is recorded, nothing is claimed about how often the intervals hold.",
  few: "Where hardly anybody is named, intervals may be wider than needed.",
  all: (n: number) => `All ${n} kinds of panels`,
  seed: (seed: number) => `Seed ${seed}`,
  kinds: { rate: "Mention rate", score: "Content score" },
  columns: {
    kind: "Interval of",
    prompts: "Questions",
    rate: "True rate",
    correlation: "Likeness within a question",
    covered: "Held the truth",
    width: "Mean width, points",
    few: "Few mentions",
  },
  span: "Held the truth, lowest to highest",
  yes: "yes",
  no: "no",
} as const;

export const predictions = {
  text: "A what-if experiment predicts a change on the simulator. After you publish, a later analysis says what happened. This is the record over everybody who uses this product.",
  none: "No prediction has been compared with what happened yet.",
  noneText: "The record begins when the first text tried in an experiment is published and analyzed again.",
  made: "Predictions made",
  verified: "Compared with what happened",
  held: "Fell into their interval",
  of: (k: string, n: string) => `${k} of ${n}`,
  error: "Mean absolute error",
  points: (n: string) => `${n} points`,
} as const;

export const simulator = {
  facts: (version: string, phrasings: string) =>
    `Version ${version}. Each question is asked in ${phrasings} phrasings.`,
  coverage: "Without competitors the result is read as coverage: which customer questions your own words can answer.",
} as const;

export const recipients = {
  text: "An assistant is told the question and nothing of your account, pages or documents. Questions that name you, like “What is …?”, contain your brand's name.",
  columns: { name: "Assistant", company: "Run by", told: "Told besides the question", search: "Searches the web" },
  told: {
    country: "The country, where the question's locale names one",
    language: "The language of the question's locale",
    none: "Nothing",
  },
  yes: "Yes",
  no: "No",
  rest: "Only connected assistants are asked, with the deployment's key or your own. What a provider keeps is ruled by its terms. The simulator and imported answers send nothing to anybody.",
} as const;

export const grounds = {
  text: "Each recommendation carries a grade for what is known about its effect.",
  grades: { grade: "Grade", meaning: "What it stands on" },
  rewrites: "Published effects of rewrites",
  rewritesText: (baseline: string) =>
    `Share of an answer's words, early ones counting more, after one kind of rewrite. Without any rewrite: ${baseline}.`,
  effects: { name: "Rewrite", value: "Word share", change: "Against none" },
  points: (signed: string) => `${signed} points`,
} as const;

export const versions = {
  text: "A change of any of these scores stored answers anew, beside the old scores. Charts mark the break and nothing is compared across it.",
  columns: { part: "Part", version: "Version" },
  parts: {
    panel: "Choice of questions",
    extractor: "Reader of answers",
    scoreModel: "Score model",
    audit: "Technical audit",
    audienceFit: "Audience fit",
    facts: "Key facts",
    simulator: "Simulator",
  } as Record<string, string>,
} as const;

export const limits = [
  {
    title: "The apps themselves",
    text: "Assistants are asked over their providers' interfaces for programs. The apps people use may answer otherwise: they know a person's history, settings and place.",
  },
  {
    title: "How often people ask",
    text: "Nobody outside the providers knows. No volumes are claimed; demand in Trends is an index of searches assistants made, marked as estimated.",
  },
  { title: "Visits, clicks and sales", text: "We read what assistants say, not what readers do afterwards." },
  {
    title: "Causes",
    text: "A change is shown beside what happened that day, never as its effect. Many things change between two analyses.",
  },
  {
    title: "What a model has learned",
    text: "Answers are read, not models. The same question can be answered differently tomorrow, which is why it is repeated.",
  },
  { title: "Other languages", text: "Accuracy was measured in the languages listed above. In others it is unknown." },
  {
    title: "Pages that need scripts or a login",
    text: "Your site is read as AI crawlers read it: without running scripts and without signing in.",
  },
] as const;
