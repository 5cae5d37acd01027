import { log } from "@/lib/log";
import { common } from "@/lib/messages/common";

import { ApiError } from "./errors";
import { rememberRequestId } from "./last-request";
import { messageOf, type BareSuccess } from "./request";

export type UploadOptions = { onProgress?: (share: number) => void; signal?: AbortSignal; method?: "POST" | "PUT" };

/**
 * Sends a form with a file, through XMLHttpRequest because fetch cannot tell how much has left.
 * Same results and errors as `request`; `onProgress` receives 0 to 1.
 */
export function upload<T>(
  path: string,
  form: FormData,
  { onProgress, signal, method = "POST" }: UploadOptions = {},
): Promise<T | BareSuccess> {
  log.request(method, path);
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, path);
    xhr.withCredentials = true;
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    xhr.onload = () => finish<T>(xhr, method, path, resolve, reject);
    xhr.onerror = () => {
      log.failure(method, path, 0, "network error", null);
      reject(new ApiError(common.noConnection, 0));
    };
    xhr.onabort = () => reject(new DOMException("Aborted", "AbortError"));
    signal?.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(form);
  });
}

function finish<T>(
  xhr: XMLHttpRequest,
  method: string,
  path: string,
  resolve: (value: T | BareSuccess) => void,
  reject: (error: unknown) => void,
): void {
  const headers = headersOf(xhr);
  const text = xhr.responseText;
  rememberRequestId(headers.get("x-request-id"));
  if (xhr.status < 200 || xhr.status >= 300) {
    const { message, body } = messageOf(text, xhr.statusText);
    const error = new ApiError(message, xhr.status, body, headers);
    log.failure(method, path, xhr.status, message, error.requestId);
    reject(xhr.status === 404 ? new Response(text, { status: 404, statusText: xhr.statusText, headers }) : error);
    return;
  }
  if (!text) return resolve({ success: true, status: xhr.status });
  try {
    resolve(JSON.parse(text) as T);
  } catch {
    log.odd(method, path, headers.get("content-type") ?? "");
    resolve({ success: true, status: xhr.status, text });
  }
}

function headersOf(xhr: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const name of ["x-request-id", "retry-after", "content-type"]) {
    const value = xhr.getResponseHeader(name);
    if (value) headers.set(name, value);
  }
  return headers;
}
