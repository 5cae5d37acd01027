import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { accessQuery } from "@/api/access";
import { ApiError, textOf } from "@/lib/http";
import { materials as words } from "@/lib/messages/materials";
import { useNavigate } from "@/lib/navigation";
import { paths, pricingFor } from "@/lib/paths";
import { toast } from "@/lib/toast";

import { addressesOf } from "./addresses";
import { addPage, materialsKey } from "./api";
import { clearDraft, saveDraft, type MaterialDraft } from "./material-draft";

export type Refusal = { url: string; why: string };
type Ending = { added: number; refused: Refusal[]; left: number; end: "done" | "stopped" | "limit" };

/** Refusals a toast has room for. */
const REASONS_SHOWN = 3;

/**
 * Adds pages one after the other until all are sent, the plan takes no more, or the reader stops or leaves.
 * What is refused keeps its reason, what was added stays added, and the draft holds the rest.
 */
export function useAddPages(brandId: string, onRefused: (refused: Refusal[]) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [done, setDone] = useState(0);
  const turn = useRef<AbortController | null>(null);
  useEffect(() => () => turn.current?.abort(), []);
  const add = useMutation({
    mutationFn: (draft: MaterialDraft) =>
      addAll(brandId, draft, (turn.current = new AbortController()).signal, setDone),
    onSuccess: (ending) => {
      const { end, added, refused } = ending;
      if (end === "done") {
        if (added) toast({ title: words.addedSeveral(added), variant: "success" });
        if (refused.length) return onRefused(refused);
        clearDraft();
        return void navigate(paths.materials);
      }
      reportEnding(ending);
      if (end === "limit") void navigate(pricingFor("materials"));
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: materialsKey(brandId) });
      void client.invalidateQueries({ queryKey: accessQuery("materials.max").queryKey });
    },
  });
  return { addPages: add.mutate, stop: () => turn.current?.abort(), adding: add.isPending, done };
}

async function addAll(
  brandId: string,
  draft: MaterialDraft,
  signal: AbortSignal,
  onTurn: (index: number) => void,
): Promise<Ending> {
  const addresses = addressesOf(draft.urls);
  const description = draft.description.trim();
  const refused: Refusal[] = [];
  const ending = (index: number, end: Ending["end"]): Ending => ({
    added: index - refused.length,
    refused,
    left: addresses.length - index,
    end,
  });
  for (const [index, url] of addresses.entries()) {
    onTurn(index);
    try {
      await addPage(brandId, { url, title: "", description }, signal);
    } catch (error) {
      if (signal.aborted) return ending(index, "stopped");
      if (error instanceof ApiError && error.code === "plan-limit") return ending(index, "limit");
      refused.push({ url, why: textOf(error) });
    }
    if (signal.aborted) return ending(index + 1, "stopped");
    saveDraft({ ...draft, urls: [...refused.map((refusal) => refusal.url), ...addresses.slice(index + 1)].join("\n") });
  }
  return ending(addresses.length, "done");
}

/** What became of the pages, for a reader who goes elsewhere. */
function reportEnding({ added, refused, left, end }: Ending): void {
  if (!added && !refused.length) return;
  const reasons = refused.slice(0, REASONS_SHOWN).map(({ url, why }) => `${url}: ${why}`);
  const kept = end === "limit" ? [words.keptSeveral(left + refused.length)] : [];
  toast({
    title: added ? words.addedSeveral(added) : words.refusedTitle,
    description: [...kept, ...reasons].join(" "),
    variant: refused.length ? "warning" : "success",
  });
}
