/** Questions of a brand: asked, suggested, imported, put right. */
import { queryOptions } from "@tanstack/react-query";

import { get, query, send } from "@/api/client";
import { sendForm } from "@/api/forms";
import type { ImportOut, ListOutPromptOut, PromptIn } from "@/api/generated";
import { keyOf } from "@/api/keys";
import { analyticsKey } from "@/api/live";

import type { Prompt } from "../api";

export type Imported = ImportOut;

export type PromptDraft = Pick<PromptIn, "text"> & Partial<PromptIn>;

const PAGE = 100;

/**
 * Every question of the brand: a plan may hold more than one page, and the list, its search and its drawer know them
 * all.
 */
export const promptsQuery = (brandId: string) =>
  queryOptions({
    queryKey: keyOf("/api/v1/brands/{brand_id}/prompts", {
      path: { brand_id: brandId },
      query: { limit: PAGE },
      below: analyticsKey(brandId),
    }),
    queryFn: async ({ signal }): Promise<Pick<ListOutPromptOut, "data">> => {
      const data: Prompt[] = [];
      let cursor: string | null = null;
      do {
        const page: ListOutPromptOut = await get("/api/v1/brands/{brand_id}/prompts", {
          path: { brand_id: brandId },
          query: { limit: PAGE, cursor },
          signal,
        });
        data.push(...page.data);
        cursor = page.page.nextCursor;
      } while (cursor);
      return { data };
    },
  });

export const promptSuggestionsQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/prompts/suggestions", {
    path: { brand_id: brandId },
    query: { limit: PAGE },
    below: analyticsKey(brandId),
  });

export const addPrompt = (brandId: string, draft: PromptDraft) =>
  send("POST", "/api/v1/brands/{brand_id}/prompts", { path: { brand_id: brandId }, body: draft });

export const changePrompt = (
  brandId: string,
  id: string,
  patch: Partial<PromptDraft> & { status?: "active" | "paused" },
) =>
  send("PATCH", "/api/v1/brands/{brand_id}/prompts/{prompt_id}", {
    path: { brand_id: brandId, prompt_id: id },
    body: patch,
  });

/** Asks this question alone, now; its answers count in no score. */
export const askPrompt = (brandId: string, id: string) =>
  send("POST", "/api/v1/brands/{brand_id}/runs", {
    path: { brand_id: brandId },
    body: { kind: "prompt", promptIds: [id] },
  });

export const deletePrompt = (brandId: string, id: string) =>
  send("DELETE", "/api/v1/brands/{brand_id}/prompts/{prompt_id}", { path: { brand_id: brandId, prompt_id: id } });

export const restorePrompt = (brandId: string, id: string) =>
  send("POST", "/api/v1/brands/{brand_id}/prompts/{prompt_id}/restore", { path: { brand_id: brandId, prompt_id: id } });

export const decidePrompt = (brandId: string, id: string, verb: "accept" | "dismiss" | "restore") =>
  send("POST", `/api/v1/brands/{brand_id}/prompts/suggestions/{prompt_id}/${verb}`, {
    path: { brand_id: brandId, prompt_id: id },
  });

export const acceptPrompts = (brandId: string) =>
  send("POST", "/api/v1/brands/{brand_id}/prompts/suggestions/accept-all", { path: { brand_id: brandId } });

/** Sends a list of prompts as the file it came in. */
export function importPrompts(brandId: string, file: File): Promise<Imported> {
  const form = new FormData();
  form.append("file", file);
  return sendForm("POST", "/api/v1/brands/{brand_id}/prompts/import", form, { path: { brand_id: brandId } });
}
