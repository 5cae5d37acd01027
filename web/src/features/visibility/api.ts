import { queryOptions } from "@tanstack/react-query";

import { v1Get, v1Send } from "@/lib/http";
import type { PlanSummary } from "@/api/session";

export type Band = "Excellent" | "Moderate" | "Needs Attention";
export type Verdict = "moved" | "within noise" | "not enough data" | "model changed";
export type Metric = "content" | "technical" | "audienceFit" | "overall";
export type Level = "High" | "Medium" | "Low" | "Info";

/** 0 to 100 with its 95 % interval; `n` counts what `unit` names. */
export type Score = {
  value: number;
  low: number;
  high: number;
  n: number;
  unit: "answers" | "pages" | "passages";
  band: Band;
  model: string;
  exploratory: boolean;
  delta: { points: number; verdict: Verdict } | null;
};

export type AudienceScore = Score & { relevance: number; toneMatch: number; tone: string };

export type StageState = "pending" | "running" | "done" | "skipped";
export type Run = {
  id: string;
  brandId: string;
  kind: string;
  trigger: "initial" | "manual" | "scheduled";
  status: "queued" | "running" | "completed" | "partial" | "failed" | "canceled";
  stage: string | null;
  done: number;
  total: number;
  stages: { name: string; done: number; total: number; state: StageState }[];
  validAnswers: number;
  totalAnswers: number;
  engines: { id: string; name: string; surface: string; model: string; answered: number; failed: number }[];
  failure: { code: string; message: string } | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  firstScoreAt: string | null;
};

export type AnswerBrief = {
  id: string;
  prompt: string;
  intent: string;
  engine: string;
  engineName: string;
  surface: string;
  answeredAt: string;
  mentioned: boolean;
  position: number | null;
  excerpt: string;
  status: "completed" | "refused" | "failed";
};

export type Change = { kind: string; title: string; detail: string; verdict: Verdict | null; at: string };
export type TrendPoint = { at: string; runId: string; overall: number; low: number; high: number };

export type Summary = {
  brand: { id: string; name: string; websiteUrl: string | null; source: "website" | "document" | "description"; targetAudience: string | null };
  plan: PlanSummary | null;
  cadence: "monthly" | "weekly";
  nextRunAt: string;
  basis: "simulator" | "assistants" | null;
  verdict: string;
  provisional: boolean;
  run: Run | null;
  activeRun: Run | null;
  scores: { content: Score | null; technical: Score | null; audienceFit: AudienceScore | null; overall: Score | null };
  changes: Change[];
  latestAnswers: AnswerBrief[];
  trend: TrendPoint[];
  hasWebsite: boolean;
  asOf: string;
};

export type EvidenceRef = { kind: string; ref: string; quote: string; detail: string };
export type Finding = {
  id: string;
  code: string;
  group: string;
  page: string;
  pages: string[];
  issue: string;
  type: string;
  impact: Level;
  action: string;
  fix: string;
  effort: Level;
  evidence: EvidenceRef[];
  bots: string[];
  policyChoice: boolean;
  status: string;
};
export type Gap = {
  id: string;
  category: string;
  prompt: string;
  aiResponse: string;
  answerId: string | null;
  gapType: "Major" | "Moderate" | "Minor";
  competitor: string;
  attackMove: string;
  kind: "competitor" | "coverage";
  n: number;
  fewAnswers: boolean;
  status: string;
};
export type Recommendation = {
  id: string;
  category: string;
  priority: "High" | "Medium" | "Low";
  title: string;
  description: string;
  grade: "A" | "B" | "C" | "D";
  effort: Level;
  evidence: EvidenceRef[];
  expectedGain: number;
  sourceKind: string;
  status: string;
};

/** Rows this plan may see; `locked` counts the rest, which never leave the server. */
export type Rows<T> = { data: T[]; locked: number };

export type GapsSummary = {
  contentIssues: number;
  technicalIssues: number;
  total: number;
  quickWins: number;
  contentPriority: string | null;
  technicalPriority: string | null;
  overall: Score | null;
  technicalApplicable: boolean;
};

export type Evidence = {
  metric: Metric;
  label: string;
  formula: string;
  model: string;
  score: Score | null;
  basis: "simulator" | "assistants" | null;
  inputs: { name: string; value: number | null; low: number | null; high: number | null; n: number; unit: string }[];
  answers: AnswerBrief[];
  findings: Finding[];
  fitItems: { name: string; score: number; quote: string; source: string }[];
  checks: { code: string; group: string; weight: number; applicable: number; passed: number }[];
};

export type Highlight = { start: number; end: number; kind: "brand" | "competitor" | "citation" | "review"; entity: string | null };
export type Citation = {
  url: string;
  title: string;
  domain: string;
  kind: "cited" | "retrieved";
  number: number | null;
  owner: string | null;
  sourceClass: string | null;
};
/** Offsets count Unicode code points of `text`. */
export type Answer = {
  id: string;
  runId: string;
  brandId: string;
  prompt: string;
  question: string;
  intent: string;
  topic: string;
  status: "completed" | "refused" | "failed";
  text: string;
  highlights: Highlight[];
  positions: { entity: string; name: string; position: number }[];
  citations: Citation[] | null;
  searchQueries: string[];
  passages: { source: string; owner: string; text: string; score: number; cited: boolean }[];
  engine: string;
  engineName: string;
  model: string;
  surface: string;
  basis: string;
  locale: string;
  sample: number;
  latencyMs: number;
  answeredAt: string;
};

const brandKey = (brandId: string) => ["brand", brandId] as const;

/** Keys that a finished run makes out of date. */
export const brandResults = (brandId: string) => brandKey(brandId);

export const summaryQuery = (brandId: string) =>
  queryOptions({ queryKey: [...brandKey(brandId), "summary"], queryFn: ({ signal }) => v1Get<Summary>(`/brands/${brandId}/summary`, { signal }) });

export const runQuery = (runId: string) =>
  queryOptions({ queryKey: ["run", runId], queryFn: ({ signal }) => v1Get<Run>(`/runs/${runId}`, { signal }) });

export const evidenceQuery = (runId: string, metric: Metric) =>
  queryOptions({
    queryKey: ["run", runId, "evidence", metric],
    queryFn: ({ signal }) => v1Get<Evidence>(`/runs/${runId}/evidence?metric=${metric}`, { signal }),
  });

export const answerQuery = (answerId: string) =>
  queryOptions({ queryKey: ["answer", answerId], queryFn: ({ signal }) => v1Get<Answer>(`/answers/${answerId}`, { signal }) });

export const gapsSummaryQuery = (brandId: string) =>
  queryOptions({ queryKey: [...brandKey(brandId), "gaps"], queryFn: ({ signal }) => v1Get<GapsSummary>(`/brands/${brandId}/gaps/summary`, { signal }) });

export const contentGapsQuery = (brandId: string) =>
  queryOptions({ queryKey: [...brandKey(brandId), "gaps", "content"], queryFn: ({ signal }) => v1Get<Rows<Gap>>(`/brands/${brandId}/gaps/content`, { signal }) });

export const technicalGapsQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...brandKey(brandId), "gaps", "technical"],
    queryFn: ({ signal }) => v1Get<Rows<Finding>>(`/brands/${brandId}/gaps/technical`, { signal }),
  });

export const recommendationsQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...brandKey(brandId), "recommendations"],
    queryFn: ({ signal }) => v1Get<Rows<Recommendation>>(`/brands/${brandId}/recommendations`, { signal }),
  });

export const startRun = (brandId: string) => v1Send<Run>("POST", `/brands/${brandId}/runs`, { kind: "full" });
export const cancelRun = (runId: string) => v1Send<Run>("POST", `/runs/${runId}/cancel`);
