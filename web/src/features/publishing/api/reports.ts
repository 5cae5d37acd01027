import { queryOptions } from "@tanstack/react-query";

import { get, query, send } from "@/api/client";
import type { ReportIn, ReportOut } from "@/api/generated";
import { REPORTS_KEY } from "@/api/live";

import { awaitReport } from "../reports/awaited";

export type Report = ReportOut;
export type NewReport = ReportIn;
export type Format = ReportOut["format"];
export type Section = ReportOut["sections"][number];

const LOOK_EVERY_MS = 2000;
export const isOpen = (report: Report) => report.status === "queued" || report.status === "running";

/** The newest reports of a brand; looked at again and again while one is being made. */
export const reportsQuery = (brandId: string) =>
  queryOptions({
    ...query("/api/v1/reports", { query: { brand: brandId, limit: 5 }, below: REPORTS_KEY }),
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? LOOK_EVERY_MS : false),
  });

/** The newest brief of a gap, in a list of one at most; looked at again and again while it is being made. */
export const briefQuery = (gapId: string) =>
  queryOptions({
    ...query("/api/v1/reports", { query: { gap: gapId, limit: 1 }, below: REPORTS_KEY }),
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? LOOK_EVERY_MS : false),
  });

export const askForBrief = (brandId: string, gapId: string) =>
  awaited(
    send("POST", "/api/v1/brands/{brand_id}/gaps/content/{gap_id}/brief", {
      path: { brand_id: brandId, gap_id: gapId },
    }),
  );
export const askForReport = (brandId: string, body: NewReport) =>
  awaited(send("POST", "/api/v1/brands/{brand_id}/reports", { path: { brand_id: brandId }, body }));
export const readReport = (id: string) => get("/api/v1/reports/{report_id}", { path: { report_id: id } });
export const cancelReport = (id: string) =>
  send("POST", "/api/v1/reports/{report_id}/cancel", { path: { report_id: id } });
export const retryReport = (id: string) =>
  awaited(send("POST", "/api/v1/reports/{report_id}/retry", { path: { report_id: id } }));
export const downloadAddress = (id: string) => `/api/v1/reports/${id}/download`;

/** This tab is told when it can be fetched. */
async function awaited(asked: Promise<Report>): Promise<Report> {
  const report = await asked;
  awaitReport(report.id);
  return report;
}
