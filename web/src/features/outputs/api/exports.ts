import { queryOptions } from "@tanstack/react-query";

import type { ListOutViewExportOut, ViewExportIn, ViewExportOut } from "@/api/generated";
import { EXPORTS_KEY } from "@/api/live";
import { v1Get, v1Send } from "@/lib/http";

export type ViewExport = ViewExportOut;
export type ExportWish = ViewExportIn;
export type Resource = ViewExportOut["resource"];
export type Format = ViewExportOut["format"];
export type Filters = NonNullable<ViewExportIn["filters"]>;

const LOOK_EVERY_MS = 1500;
export const isOpen = (made: ViewExport) => made.status === "queued" || made.status === "running";

/** The newest exports of a brand; looked at again and again while one is being made. */
export const exportsQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...EXPORTS_KEY, brandId],
    queryFn: ({ signal }) => v1Get<ListOutViewExportOut>(`/exports?brand=${brandId}&limit=5`, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? LOOK_EVERY_MS : false),
  });

export const askForExport = (wish: ExportWish) => v1Send<ViewExport>("POST", "/exports", wish);
export const cancelExport = (id: string) => v1Send<ViewExport>("POST", `/exports/${id}/cancel`);
export const downloadAddress = (id: string) => `/api/v1/exports/${id}/download`;
