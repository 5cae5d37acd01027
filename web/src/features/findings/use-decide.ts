import { useMutation, useQueryClient } from "@tanstack/react-query";

import { brandResults } from "@/api/results";
import { toastWithUndo } from "@/components/ui/undo-toast";
import { textOf } from "@/lib/http";
import { decision as words } from "@/lib/messages/advice";
import { common } from "@/lib/messages/common";
import { toast } from "@/lib/toast";

import { decide, decideSeveral, undoDecision, type ConclusionKind, type Decision } from "./api/advice";
import { decideHere, putBack } from "./decided-rows";

const fail = (error: unknown) =>
  toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" });

/**
 * A person's word about conclusions: shown at once, stored, told, and taken back on Undo or when it is refused. Every
 * list of the brand follows.
 */
export function useDecide(brandId: string, kind: ConclusionKind) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: brandResults(brandId) });
  const show = async (ids: string[], change: Decision) => {
    await client.cancelQueries({ queryKey: brandResults(brandId) }); // an older answer must not undo what is shown
    return decideHere(client, brandResults(brandId), ids, change);
  };
  const refused = (error: unknown, _: unknown, kept: ReturnType<typeof decideHere> | undefined) => {
    putBack(client, kept ?? []);
    void refresh();
    fail(error);
  };
  const takeBack = async (ids: string[]) => {
    try {
      await Promise.all(ids.map((id) => undoDecision(brandId, kind, id)));
    } catch (error) {
      fail(error);
    }
    await refresh();
  };
  const one = useMutation({
    mutationFn: ({ id, change }: { id: string; change: Decision }) => decide(brandId, kind, id, change),
    onMutate: ({ id, change }) => show([id], change),
    onSuccess: (_, { id, change }) => {
      void refresh();
      const said = change.status
        ? words.said[change.status]
        : change.note === undefined
          ? words.assigned
          : words.noteSaved;
      toastWithUndo(said ?? "", () => void takeBack([id]));
    },
    onError: refused,
  });
  const several = useMutation({
    mutationFn: ({ ids, change }: { ids: string[]; change: Decision }) => decideSeveral(brandId, ids, change),
    onMutate: ({ ids, change }) => show(ids, change),
    onSuccess: (_, { ids, change }) => {
      void refresh();
      toastWithUndo(words.saidSeveral(ids.length, words.said[change.status ?? "open"] ?? ""), () => void takeBack(ids));
    },
    onError: refused,
  });
  return {
    pending: one.isPending || several.isPending,
    decide: (id: string, change: Decision) => one.mutate({ id, change }),
    decideSeveral: (ids: string[], change: Decision) => several.mutate({ ids, change }),
  };
}
