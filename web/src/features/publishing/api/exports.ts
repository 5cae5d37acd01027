import { queryOptions } from "@tanstack/react-query";

import { query, send } from "@/api/client";
import type { ViewExportIn, ViewExportOut } from "@/api/generated";
import { EXPORTS_KEY } from "@/api/live";

export type ViewExport = ViewExportOut;
export type NewExport = ViewExportIn;
export type Resource = ViewExportOut["resource"];
export type Format = ViewExportOut["format"];
export type Filters = NonNullable<ViewExportIn["filters"]>;

const LOOK_EVERY_MS = 1500;
export const isOpen = (made: ViewExport) => made.status === "queued" || made.status === "running";

/** The newest exports of a brand; looked at again and again while one is being made. */
export const exportsQuery = (brandId: string) =>
  queryOptions({
    ...query("/api/v1/exports", { query: { brand: brandId, limit: 5 }, below: EXPORTS_KEY }),
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? LOOK_EVERY_MS : false),
  });

export const askForExport = (body: NewExport) => send("POST", "/api/v1/exports", { body });
export const cancelExport = (id: string) =>
  send("POST", "/api/v1/exports/{view_export_id}/cancel", { path: { view_export_id: id } });
export const downloadAddress = (id: string) => `/api/v1/exports/${id}/download`;
