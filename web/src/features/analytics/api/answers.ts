import { get, pagedQuery, query, send } from "@/api/client";
import type { AnswerBriefOut, AnswerOut, CorrectionIn, HighlightOut } from "@/api/generated";
import { brandKey } from "@/api/live";

export type AnswerBrief = AnswerBriefOut;
/** Offsets of highlights count Unicode code points of `text`. */
export type Answer = AnswerOut;
export type Highlight = HighlightOut;
export type Correction = CorrectionIn;

/** What one engine answered in a run, newest first. */
export const engineAnswersQuery = ({ id, brandId }: { id: string; brandId: string }, engine: string) =>
  pagedQuery("/api/v1/brands/{brand_id}/answers", {
    path: { brand_id: brandId },
    query: { run: id, engine: [engine], limit: 20 },
    below: brandKey(brandId),
  });

export const answerQuery = (answerId: string) =>
  query("/api/v1/answers/{answer_id}", { path: { answer_id: answerId } });

/** Names that can be marked in an answer beside the brand. */
export const trackedNamesQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/competitors", {
    path: { brand_id: brandId },
    query: { "filter[status]": "tracked", limit: 100 },
    below: brandKey(brandId),
  });

export const correctAnswer = (answerId: string, correction: Correction) =>
  send("POST", "/api/v1/answers/{answer_id}/corrections", { path: { answer_id: answerId }, body: correction });

/** The provider's own payload of an answer. */
export const rawAnswer = (answerId: string) =>
  get("/api/v1/answers/{answer_id}/raw", { path: { answer_id: answerId } });
