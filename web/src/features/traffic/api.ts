import { get, query, pagedQuery, send } from "@/api/client";
import type {
  BotTrafficOut,
  FunnelOut,
  FunnelPageOut,
  IssuedLogSourceOut,
  LogPreviewOut,
  LogSourceIn,
  LogSourceOut,
  LogUploadOut,
  PlatformReportOut,
  PlatformReportPreviewOut,
  PlatformReportTableOut,
  ReportComparisonOut,
  SampleLineOut,
  TrafficOut,
  TrafficPageOut,
} from "@/api/generated";
import { sendForm } from "@/api/forms";
import { addressOf, family } from "@/api/keys";
import { brandKey } from "@/api/live";
import type { UploadOptions } from "@/lib/http";

export type Traffic = TrafficOut;
export type BotLine = BotTrafficOut;
export type PageLine = TrafficPageOut;
export type SampleLine = SampleLineOut;
export type Funnel = FunnelOut;
export type FunnelPage = FunnelPageOut;
export type Source = LogSourceOut;
export type Issued = IssuedLogSourceOut;
export type NewSource = LogSourceIn;
export type Upload = LogUploadOut;
export type Preview = LogPreviewOut;
export type Report = PlatformReportOut;
export type ReportPreview = PlatformReportPreviewOut;
export type ReportComparison = ReportComparisonOut;
export type ReportTable = PlatformReportTableOut;

/** Which requests are shown; an absent part means all of them. */
export type Asked = { from?: string; to?: string; bot?: string; purpose?: string; status?: number };

/**
 * Servers push lines and colleagues send logs meanwhile: what is older than the moment a screen takes to open is asked
 * for again when a part is opened or the window is come back to.
 */
const LIVE = { staleTime: 5_000, refetchOnMount: true, refetchOnWindowFocus: true } as const;
const SHOWN_SAMPLES = 8;
const SHOWN_UPLOADS = 10;

/** What was counted for a brand, and what is sent: each old together. */
export const trafficKey = (brandId: string) => family(brandKey(brandId), "traffic");
const countsKey = (brandId: string) => family(trafficKey(brandId), "counts");
const logsKey = (brandId: string) => family(trafficKey(brandId), "logs");

export const trafficQuery = (brandId: string, asked: Asked = {}) => ({
  ...query("/api/v1/brands/{brand_id}/traffic", {
    path: { brand_id: brandId },
    query: asked,
    below: countsKey(brandId),
  }),
  ...LIVE,
});

export const pagesQuery = (brandId: string, asked: Asked) => ({
  ...query("/api/v1/brands/{brand_id}/traffic/pages", {
    path: { brand_id: brandId },
    query: asked,
    below: countsKey(brandId),
  }),
  ...LIVE,
});

/** Which pages of the funnel are listed. */
export type FunnelAsked = { from?: string; to?: string; missing?: NonNullable<FunnelPage["missing"]> };

export const funnelQuery = (brandId: string, asked: FunnelAsked) => ({
  ...query("/api/v1/brands/{brand_id}/traffic/funnel", {
    path: { brand_id: brandId },
    query: asked,
    below: countsKey(brandId),
  }),
  ...LIVE,
});

/** Where all its pages can be downloaded. */
export const funnelCsvAddress = (brandId: string, asked: FunnelAsked) =>
  addressOf("/api/v1/brands/{brand_id}/traffic/funnel.csv", { path: { brand_id: brandId }, query: asked });

export const samplesQuery = (brandId: string, asked: Asked) => ({
  ...pagedQuery("/api/v1/brands/{brand_id}/traffic/samples", {
    path: { brand_id: brandId },
    query: { ...asked, limit: SHOWN_SAMPLES },
    below: countsKey(brandId),
  }),
  ...LIVE,
});

/** Where the counts can be downloaded. */
export const csvAddress = (brandId: string, asked: Asked) =>
  addressOf("/api/v1/brands/{brand_id}/traffic.csv", { path: { brand_id: brandId }, query: asked });

export const sourcesQuery = (brandId: string) => ({
  ...query("/api/v1/brands/{brand_id}/traffic/sources", { path: { brand_id: brandId }, below: logsKey(brandId) }),
  ...LIVE,
});

export const addSource = (brandId: string, source: NewSource) =>
  send("POST", "/api/v1/brands/{brand_id}/traffic/sources", { path: { brand_id: brandId }, body: source });

const ofSource = (brandId: string, id: string) => ({ path: { brand_id: brandId, source_id: id } });

export const rotateSource = (brandId: string, id: string) =>
  send("POST", "/api/v1/brands/{brand_id}/traffic/sources/{source_id}/rotate", ofSource(brandId, id));

export const revokeSource = (brandId: string, id: string) =>
  send("POST", "/api/v1/brands/{brand_id}/traffic/sources/{source_id}/revoke", ofSource(brandId, id));

export const deleteSource = (brandId: string, id: string) =>
  send("DELETE", "/api/v1/brands/{brand_id}/traffic/sources/{source_id}", ofSource(brandId, id));

export const uploadsQuery = (brandId: string) => ({
  ...pagedQuery("/api/v1/brands/{brand_id}/traffic/uploads", {
    path: { brand_id: brandId },
    query: { limit: SHOWN_UPLOADS },
    below: logsKey(brandId),
  }),
  ...LIVE,
});

export const uploadsKey = (brandId: string) => logsKey(brandId);
export const countedKey = (brandId: string) => countsKey(brandId);

const ofUpload = (brandId: string, id: string) => ({ path: { brand_id: brandId, upload_id: id } });

export const beginUpload = (brandId: string, sourceId: string, { name, size }: { name: string; size: number }) =>
  send("POST", "/api/v1/brands/{brand_id}/traffic/uploads", {
    path: { brand_id: brandId },
    body: { sourceId, name, size },
  });

export const readUpload = (brandId: string, id: string) =>
  get("/api/v1/brands/{brand_id}/traffic/uploads/{upload_id}", ofUpload(brandId, id));

export function sendPart(brandId: string, id: string, number: number, part: Blob, options: UploadOptions) {
  const form = new FormData();
  form.append("file", part, "part");
  return sendForm("PUT", "/api/v1/brands/{brand_id}/traffic/uploads/{upload_id}/parts/{number}", form, {
    ...options,
    path: { brand_id: brandId, upload_id: id, number },
  });
}

/** How the first lines read does not change any more. */
export const previewQuery = (brandId: string, id: string) => ({
  ...query("/api/v1/brands/{brand_id}/traffic/uploads/{upload_id}/preview", ofUpload(brandId, id)),
  staleTime: Infinity,
});

export const confirmUpload = (brandId: string, id: string, acceptOverlap: boolean) =>
  send("POST", "/api/v1/brands/{brand_id}/traffic/uploads/{upload_id}/confirm", {
    ...ofUpload(brandId, id),
    body: { acceptOverlap },
  });

export const cancelUpload = (brandId: string, id: string) =>
  send("POST", "/api/v1/brands/{brand_id}/traffic/uploads/{upload_id}/cancel", ofUpload(brandId, id));

export const wrongLinesAddress = (brandId: string, id: string) =>
  addressOf("/api/v1/brands/{brand_id}/traffic/uploads/{upload_id}/wrong-lines.csv", ofUpload(brandId, id));
