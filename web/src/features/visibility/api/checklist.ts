import { queryOptions } from "@tanstack/react-query";

import type { DigestOut, FindingsOut, GapsOut, GapsSummaryOut, ListOutCompetitorOut, ListOutPromptOut, MemberListOut, RecommendationsOut } from "@/api/generated";
import { brandKey } from "@/api/live";
import { v1Get } from "@/lib/http";

export type Step = "competitors" | "prompts" | "issue" | "team" | "report";
/** What is done; `seats` is how many the plan has, null without a limit. */
export type Steps = { done: Record<Step, boolean>; seats: number | null };

/** The first steps as the workspace stands, read anew whenever the dashboard is opened. */
export const stepsQuery = (brandId: string) =>
  queryOptions({ queryKey: [...brandKey(brandId), "first-steps"], queryFn: ({ signal }) => steps(`/brands/${brandId}`, signal), refetchOnMount: "always" });

async function steps(brand: string, signal: AbortSignal): Promise<Steps> {
  const get = <T>(path: string) => v1Get<T>(path, { signal });
  const decided = "limit=1&filter[status]=done";
  const [rivals, prompts, suggested, summary, gaps, findings, advice, members, digest] = await Promise.all([
    get<ListOutCompetitorOut>(`${brand}/competitors?filter[status]=tracked&limit=1`),
    get<ListOutPromptOut>(`${brand}/prompts?limit=100`),
    get<ListOutPromptOut>(`${brand}/prompts/suggestions?limit=1`),
    get<GapsSummaryOut>(`${brand}/gaps/summary`),
    get<GapsOut>(`${brand}/gaps/content?${decided}`),
    get<FindingsOut>(`${brand}/gaps/technical?${decided}`),
    get<RecommendationsOut>(`${brand}/recommendations?${decided}`),
    get<MemberListOut>("/members"),
    get<DigestOut>("/digest"),
  ]);
  const closed = summary.trend.some(({ contentClosed, technicalClosed }) => Boolean(contentClosed || technicalClosed));
  return {
    done: {
      competitors: rivals.data.length > 0,
      prompts: suggested.data.length === 0 || prompts.data.some(({ origin, status }) => origin !== "generated" || status === "paused"),
      issue: closed || [gaps, findings, advice].some(({ data }) => data.length > 0),
      team: members.seats.used > 1,
      report: digest.frequency !== "off",
    },
    seats: members.seats.limit,
  };
}
