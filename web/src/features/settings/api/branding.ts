import { queryOptions } from "@tanstack/react-query";

import type { ReportBrandingIn, ReportBrandingOut } from "@/api/generated";
import { v1Get, v1Send } from "@/lib/http";

export type Branding = ReportBrandingOut;
export type BrandingWish = Required<Pick<ReportBrandingIn, "name" | "colour">> & { logo: string | null };
/** What was read, under the entity tag it was read with. */
export type TaggedBranding = { branding: Branding; tag: string | null };

const PATH = "/report-branding";

export const brandingQuery = queryOptions({
  queryKey: ["settings", "report-branding"],
  queryFn: async ({ signal }): Promise<TaggedBranding> => {
    let tag: string | null = null;
    const branding = await v1Get<Branding>(PATH, { signal, onHeaders: (headers) => (tag = headers.get("etag")) });
    return { branding, tag };
  },
});

export const saveBranding = (wish: BrandingWish, tag: string | null) =>
  v1Send<Branding>("PUT", PATH, wish, tag ? { headers: { "If-Match": tag } } : {});
export const MAX_LOGO = 200 * 1024;

/** The file as a data URL. */
export function readLogo(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });
}
