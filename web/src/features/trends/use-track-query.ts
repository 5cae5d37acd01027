import { useMutation, useQueryClient } from "@tanstack/react-query";

import { analyticsKey } from "@/api/live";
import { textOf } from "@/lib/http";
import { common } from "@/lib/messages/common";
import { trends as words } from "@/lib/messages/sections";
import { toast } from "@/lib/toast";

import { trackQuery, type TrendingQuery } from "./api";

/** Puts a query among the prompts; the plan's limit answers with its own sentence. */
export function useTrackQuery(brandId: string) {
  const client = useQueryClient();
  const track = useMutation({
    mutationFn: (query: TrendingQuery) => trackQuery(brandId, query.id),
    onSuccess: ({ text }) => {
      void client.invalidateQueries({ queryKey: analyticsKey(brandId) });
      toast({ title: words.tracked(text), variant: "success" });
    },
    onError: (error) => toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" }),
  });
  return { track: track.mutate, pending: track.isPending };
}
