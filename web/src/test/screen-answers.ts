/** What the server of screen-states answers. */
export const AT = "2026-11-02T12:00:00Z";
export const page = { nextCursor: null, prevCursor: null, limit: 24, total: null, totalIsExact: false };
export const brand = {
  id: "b1",
  name: "Harrow & Pike",
  websiteUrl: null,
  targetAudience: null,
  isPrimary: true,
  status: "active",
  pauseReason: null,
  source: "document",
  overall: null,
  audience: 81,
  createdAt: AT,
  scoredAt: null,
};
export const none = { all: 1, recent: 0, high: 0, low: 0 };

export const recommendation = {
  id: "r1",
  status: "open",
  category: "content",
  priority: "High",
  effort: "Low",
  title: "Say what an oak table costs",
  description: "…",
  why: "",
  fix: "",
  evidence: [],
  grade: "B",
  effect: null,
  sourceKind: "gap",
  assignee: null,
  note: "",
  reason: "",
  decidedAt: null,
  verification: null,
  closedAt: null,
  undoable: false,
};
export const said = {
  answerId: "a1",
  runId: "r1",
  excerpt: "A workshop for oak furniture.",
  model: "m",
  answeredAt: AT,
  recognised: true,
  tone: "Friendly",
  toneMatch: 100,
  toneFriendly: true,
  audienceMatch: true,
  matchScore: 71.4,
  enoughFacts: true,
  correct: [],
  wrong: [],
  missing: [],
};

export const subscription = {
  status: "active",
  billingFrequency: "monthly",
  currentPeriodStart: "2026-11-05T12:00:00Z",
  currentPeriodEnd: "2026-12-05T12:00:00Z",
  cancelAtPeriodEnd: false,
  endDate: null,
  accessUntil: "2026-12-05T12:00:00Z",
  trialEnd: null,
  processor: "stripe",
};
export const draft = {
  step: "brand-info",
  businessName: "Harrow & Pike",
  businessDescription: "Solid oak furniture to order",
  source: "document",
  websiteUrl: null,
  targetAudience: "",
  aliases: [],
  market: "GB",
  language: "en",
};
export const query = {
  id: "q1",
  query: "best oak table",
  demand: 41,
  growth: 12,
  saturation: "Low",
  difficulty: "Low",
  effectiveDomains: 3,
  seen: 2,
  n: 4,
  simulated: false,
};
