import type { ImportPreviewOut, RunOut } from "@/api/generated";
import { upload, v1Send, type UploadOptions } from "@/lib/http";

export type ImportPreview = ImportPreviewOut;
/** What somebody brings: a file, or pasted text. */
export type Brought = { file: File } | { text: string };

const path = (brandId: string) => `/brands/${brandId}/answers/import`;

/** What would be taken in; nothing is stored. */
export const previewImport = (brandId: string, brought: Brought, options: UploadOptions = {}) =>
  send<ImportPreview>(`${path(brandId)}/preview`, brought, options);

/** Takes the answers in; the run reads them. */
export const importAnswers = (brandId: string, brought: Brought, options: UploadOptions = {}) =>
  send<RunOut>(path(brandId), brought, options);

function send<T>(to: string, brought: Brought, options: UploadOptions): Promise<T> {
  if ("text" in brought)
    return v1Send<T>("POST", to, { text: brought.text }, options.signal ? { signal: options.signal } : {});
  const form = new FormData();
  form.append("file", brought.file);
  return upload<T>(`/api/v1${to}`, form, options) as Promise<T>;
}
