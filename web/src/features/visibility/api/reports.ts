import { queryOptions } from "@tanstack/react-query";

import type { ListOutReportOut, ReportIn, ReportOut } from "@/api/generated";
import { REPORTS_KEY } from "@/api/live";
import { v1Get, v1Send } from "@/lib/http";

import { awaitReport } from "../reports/awaited";

export type Report = ReportOut;
export type ReportWish = ReportIn;
export type Format = ReportOut["format"];
export type Section = ReportOut["sections"][number];

const LOOK_EVERY_MS = 2000;
export const isOpen = (report: Report) => report.status === "queued" || report.status === "running";

/** The newest reports of a brand; looked at again and again while one is being made. */
export const reportsQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, brandId],
    queryFn: ({ signal }) => v1Get<ListOutReportOut>(`/reports?brand=${brandId}&limit=5`, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? LOOK_EVERY_MS : false),
  });

/** The newest brief of a gap, in a list of one at most; looked at again and again while it is being made. */
export const briefQuery = (gapId: string) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, "gap", gapId],
    queryFn: ({ signal }) => v1Get<ListOutReportOut>(`/reports?gap=${gapId}&limit=1`, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? LOOK_EVERY_MS : false),
  });

export const askForBrief = (brandId: string, gapId: string) =>
  awaited(v1Send<Report>("POST", `/brands/${brandId}/gaps/content/${gapId}/brief`));
export const askForReport = (brandId: string, wish: ReportWish) =>
  awaited(v1Send<Report>("POST", `/brands/${brandId}/reports`, wish));
export const readReport = (id: string) => v1Get<Report>(`/reports/${id}`);
export const cancelReport = (id: string) => v1Send<Report>("POST", `/reports/${id}/cancel`);
export const retryReport = (id: string) => awaited(v1Send<Report>("POST", `/reports/${id}/retry`));
export const downloadAddress = (id: string) => `/api/v1/reports/${id}/download`;

/** This tab is told when it can be fetched. */
async function awaited(asked: Promise<Report>): Promise<Report> {
  const report = await asked;
  awaitReport(report.id);
  return report;
}
