import { send, taggedQuery } from "@/api/client";
import type { ReportBrandingIn, ReportBrandingOut } from "@/api/generated";

export type Branding = ReportBrandingOut;
export type BrandingInput = Required<Pick<ReportBrandingIn, "name" | "colour">> & { logo: string | null };
/** What was read, under the entity tag it was read with. */
export type TaggedBranding = { branding: Branding; tag: string | null };

export const brandingQuery = taggedQuery("branding", "/api/v1/report-branding");

export const saveBranding = (body: BrandingInput, tag: string | null) =>
  send("PUT", "/api/v1/report-branding", { body, ifMatch: tag });
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
