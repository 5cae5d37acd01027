import { queryOptions } from "@tanstack/react-query";

import { taggedQuery } from "@/api/client";
import type { SettingsIn } from "@/api/generated";
import { plainPost } from "@/api/plain";
import type { BusinessInfo } from "@/api/session";

export type SettingsBody = SettingsIn;

/** What was read, and the entity tag that proves later that nobody has changed it since. */
export type Stored = { info: BusinessInfo; tag: string | null };

/** Read anew on every visit: editing starts from what is stored, not from what the session once saw. */
export const storedQuery = queryOptions({
  ...taggedQuery("info", "/api/business-info"),
  gcTime: 0,
});

/** Saves; with an entity tag only if nothing changed meanwhile (412 otherwise). Answers what is stored now. */
export async function saveSettings(body: SettingsBody, read: string | null): Promise<Stored> {
  let tag: string | null = null;
  const info = await plainPost("/api/business-info/update", {
    body,
    headers: read ? { "If-Match": read } : {},
    onHeaders: (headers) => (tag = headers.get("etag")),
  });
  return { info, tag };
}
