/** Questions of a brand: asked, suggested, imported, put right. */
import { queryOptions } from "@tanstack/react-query";

import type { AcceptedPromptsOut, ImportOut, ListOutPromptOut, PromptIn } from "@/api/generated";
import { upload, v1Get, v1Send } from "@/lib/http";

import { keyOf, queryString, type Prompt } from "../api";

export type Imported = ImportOut;

export type PromptDraft = Pick<PromptIn, "text"> & Partial<PromptIn>;

const PAGE = 100;

const prompt = (brandId: string, id = "") => `/brands/${brandId}/prompts${id ? `/${id}` : ""}`;

/**
 * Every question of the brand: a plan may hold more than one page, and the list, its search and its drawer know them
 * all.
 */
export const promptsQuery = (brandId: string) =>
  queryOptions({
    queryKey: keyOf(brandId, "prompts"),
    queryFn: async ({ signal }): Promise<Pick<ListOutPromptOut, "data">> => {
      const data: Prompt[] = [];
      let cursor: string | null = null;
      do {
        const page: ListOutPromptOut = await v1Get(`${prompt(brandId)}${queryString({ limit: PAGE, cursor })}`, {
          signal,
        });
        data.push(...page.data);
        cursor = page.page.nextCursor;
      } while (cursor);
      return { data };
    },
  });

export const promptSuggestionsQuery = (brandId: string) =>
  queryOptions({
    queryKey: keyOf(brandId, "prompt-suggestions"),
    queryFn: ({ signal }) =>
      v1Get<ListOutPromptOut>(`/brands/${brandId}/prompts/suggestions?limit=${PAGE}`, { signal }),
  });

export const addPrompt = (brandId: string, draft: PromptDraft) => v1Send<Prompt>("POST", prompt(brandId), draft);

export const changePrompt = (
  brandId: string,
  id: string,
  patch: Partial<PromptDraft> & { status?: "active" | "paused" },
) => v1Send<Prompt>("PATCH", prompt(brandId, id), patch);

/** Asks this question alone, now; its answers count in no score. */
export const askPrompt = (brandId: string, id: string) =>
  v1Send<unknown>("POST", `/brands/${brandId}/runs`, { kind: "prompt", promptIds: [id] });

export const deletePrompt = (brandId: string, id: string) => v1Send<unknown>("DELETE", prompt(brandId, id));

export const restorePrompt = (brandId: string, id: string) => v1Send<Prompt>("POST", `${prompt(brandId, id)}/restore`);

export const decidePrompt = (brandId: string, id: string, verb: "accept" | "dismiss" | "restore") =>
  v1Send<Prompt>("POST", `${prompt(brandId)}/suggestions/${id}/${verb}`);

export const acceptPrompts = (brandId: string) =>
  v1Send<AcceptedPromptsOut>("POST", `${prompt(brandId)}/suggestions/accept-all`);

/** Sends a list of prompts as the file it came in. */
export function importPrompts(brandId: string, file: File): Promise<Imported> {
  const form = new FormData();
  form.append("file", file);
  return upload<Imported>(`/api/v1${prompt(brandId)}/import`, form) as Promise<Imported>;
}
