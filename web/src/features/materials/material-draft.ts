export type MaterialDraft = { type: "url" | "document"; url: string; urls: string; several: boolean; title: string; docTitle: string; description: string };

const KEY = "presence.materialDraft";
const EMPTY: MaterialDraft = { type: "url", url: "", urls: "", several: false, title: "", docTitle: "", description: "" };

/** What was typed before a detour to the plans; kept for this browser tab only. */
export function loadDraft(): MaterialDraft {
  try {
    return { ...EMPTY, ...(JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<MaterialDraft>) };
  } catch {
    return EMPTY;
  }
}

export const saveDraft = (draft: MaterialDraft) => sessionStorage.setItem(KEY, JSON.stringify(draft));
export const clearDraft = () => sessionStorage.removeItem(KEY);
