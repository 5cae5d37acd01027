import { queryOptions } from "@tanstack/react-query";

import type { SettingsIn } from "@/api/generated";
import type { BusinessInfo } from "@/api/session";
import { request } from "@/lib/http";

export type SettingsBody = SettingsIn;

/** What was read, and the entity tag that proves later that nobody has changed it since. */
export type Stored = { info: BusinessInfo; etag: string | null };

const PATH = "/api/business-info";

/** Read anew on every visit: editing starts from what is stored, not from what the session once saw. */
export const storedQuery = queryOptions({
  queryKey: ["settings", "general"],
  queryFn: ({ signal }) => withEtag((onHeaders) => request<BusinessInfo>("GET", PATH, { signal, onHeaders })),
  gcTime: 0,
});

/** Saves; with an entity tag only if nothing changed meanwhile (412 otherwise). Answers what is stored now. */
export function saveSettings(body: SettingsBody, etag: string | null): Promise<Stored> {
  const headers = etag ? { "If-Match": etag } : undefined;
  return withEtag((onHeaders) =>
    request<BusinessInfo>("POST", `${PATH}/update`, { body, onHeaders, ...(headers ? { headers } : {}) }),
  );
}

async function withEtag(call: (onHeaders: (headers: Headers) => void) => Promise<BusinessInfo>): Promise<Stored> {
  let etag: string | null = null;
  const info = await call((headers) => {
    etag = headers.get("etag");
  });
  return { info, etag };
}
