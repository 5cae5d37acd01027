export type MaterialDraft = {
  type: "url" | "document";
  url: string;
  urls: string;
  several: boolean;
  title: string;
  docTitle: string;
  description: string;
};

const KEY = "presence.materialDraft";
const EMPTY: MaterialDraft = {
  type: "url",
  url: "",
  urls: "",
  several: false,
  title: "",
  docTitle: "",
  description: "",
};

/**
 * What was typed before a detour to the plans; kept for this browser tab only, and not at all where storage is blocked.
 */
export function loadDraft(): MaterialDraft {
  try {
    return { ...EMPTY, ...(JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<MaterialDraft>) };
  } catch {
    return EMPTY;
  }
}

export const saveDraft = (draft: MaterialDraft) => quietly(() => sessionStorage.setItem(KEY, JSON.stringify(draft)));
export const clearDraft = () => quietly(() => sessionStorage.removeItem(KEY));

function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // What was typed then lasts as long as the form.
  }
}
