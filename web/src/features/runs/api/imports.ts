import { send } from "@/api/client";
import { sendForm } from "@/api/forms";
import type { ImportPreviewOut } from "@/api/generated";
import type { UploadOptions } from "@/lib/http";

export type ImportPreview = ImportPreviewOut;
/** What somebody brings: a file, or pasted text. */
export type Brought = { file: File } | { text: string };

const TO = "/api/v1/brands/{brand_id}/answers/import";
const PREVIEW = `${TO}/preview` as const;

/** What would be taken in; nothing is stored. */
export function previewImport(brandId: string, brought: Brought, options: UploadOptions = {}) {
  const path = { brand_id: brandId };
  return "text" in brought
    ? send("POST", PREVIEW, { path, body: brought, signal: options.signal })
    : sendForm("POST", PREVIEW, formOf(brought), { ...options, path });
}

/** Takes the answers in; the run reads them. */
export function importAnswers(brandId: string, brought: Brought, options: UploadOptions = {}) {
  const path = { brand_id: brandId };
  return "text" in brought
    ? send("POST", TO, { path, body: brought, signal: options.signal })
    : sendForm("POST", TO, formOf(brought), { ...options, path });
}

function formOf({ file }: { file: File }): FormData {
  const form = new FormData();
  form.append("file", file);
  return form;
}
