import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { accessPath } from "@/api/access";
import { ApiError, textOf } from "@/lib/http";
import { materials as words } from "@/lib/messages/materials";
import { paths, pricingFor } from "@/lib/paths";
import { toast } from "@/lib/toast";

import { addPage, materialsKey } from "./api";
import { clearDraft } from "./material-draft";

export type Refusal = { url: string; why: string };

/** Adds pages one after the other. What is refused stays with its reason; what was added stays added. */
export function useAddPages(brandId: string, onRefused: (refused: Refusal[]) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [done, setDone] = useState(0);
  const add = useMutation({
    mutationFn: async ({ addresses, description }: { addresses: string[]; description: string }) => {
      const refused: Refusal[] = [];
      for (const [index, url] of addresses.entries()) {
        setDone(index);
        try {
          await addPage(brandId, { url, title: "", description });
        } catch (error) {
          if (error instanceof ApiError && error.code === "plan-limit") throw error;
          refused.push({ url, why: textOf(error) });
        }
      }
      return { refused, added: addresses.length - refused.length };
    },
    onSuccess: ({ refused, added }) => {
      if (added) toast({ title: words.addedSeveral(added), variant: "success" });
      if (refused.length) return onRefused(refused);
      clearDraft();
      void navigate(paths.materials);
    },
    onError: (error) => (error instanceof ApiError && error.code === "plan-limit" ? void navigate(pricingFor("materials")) : onRefused([{ url: "", why: textOf(error) }])),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: materialsKey(brandId) });
      void client.invalidateQueries({ queryKey: [accessPath("materials.max")] });
    },
  });
  return { addPages: add.mutate, adding: add.isPending, done };
}
