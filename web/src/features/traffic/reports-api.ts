import { query, send } from "@/api/client";
import { sendForm } from "@/api/forms";
import { addressOf, family } from "@/api/keys";

import { trafficKey, type Report, type ReportTable } from "./api";

/** What a report shows of itself before and after it is kept. */
export type Figures = Pick<ReportTable, "data"> & { report: Pick<Report, "label" | "columns"> };

/** A file with the days it covers, where it does not say them. */
export type SentReport = { file: File; from: string; to: string; replace: boolean };

const AT = "/api/v1/brands/{brand_id}/traffic/platform-reports";

export const reportsKey = (brandId: string) => family(trafficKey(brandId), "reports");

export const reportsQuery = (brandId: string) => query(AT, { path: { brand_id: brandId }, below: reportsKey(brandId) });

const ofReport = (brandId: string, id: string) => ({ path: { brand_id: brandId, platform_report_id: id } });

export const reportQuery = (brandId: string, id: string) =>
  query(`${AT}/{platform_report_id}`, { ...ofReport(brandId, id), below: reportsKey(brandId) });

export const comparisonQuery = (brandId: string, id: string) =>
  query(`${AT}/{platform_report_id}/comparison`, { ...ofReport(brandId, id), below: reportsKey(brandId) });

/** Where all rows of a report can be downloaded. */
export const reportCsvAddress = (brandId: string, id: string) =>
  addressOf(`${AT}/{platform_report_id}/rows.csv`, ofReport(brandId, id));

export const deleteReport = (brandId: string, id: string) =>
  send("DELETE", `${AT}/{platform_report_id}`, ofReport(brandId, id));

/** How a file reads; nothing is kept. */
export const previewReport = (brandId: string, file: File) =>
  sendForm("POST", `${AT}/preview`, formOf({ file }), { path: { brand_id: brandId } });

export const sendReport = (brandId: string, sent: SentReport) =>
  sendForm("POST", AT, formOf(sent), { path: { brand_id: brandId } });

function formOf({ file, from, to, replace }: Partial<SentReport> & { file: File }): FormData {
  const form = new FormData();
  form.append("file", file);
  if (from) form.append("from", from);
  if (to) form.append("to", to);
  if (replace) form.append("replace", "true");
  return form;
}
