import { useMutation, useQueryClient } from "@tanstack/react-query";

import { brandResults } from "@/api/results";
import { textOf } from "@/lib/http";
import { toast } from "@/lib/toast";

import { retryFailed, type Run } from "./api";
import { isUsedUp } from "./used-up";

/** Assistants that the score leaves out because too many of their answers failed. */
export const leftOut = ({ engines }: Run) =>
  engines.filter(({ failed, status }) => failed > 0 && (status === "failed" || status === "incomplete"));

/** Asks only the failed questions of a run again. */
export function useRetryFailed({ id, brandId }: Pick<Run, "id" | "brandId">) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => retryFailed(id),
    onSettled: () => client.invalidateQueries({ queryKey: brandResults(brandId) }),
    onError: (error) => (isUsedUp(error) ? undefined : toast({ title: textOf(error), variant: "destructive" })),
  });
}
