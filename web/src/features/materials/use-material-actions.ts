import { useMutation, useQueryClient } from "@tanstack/react-query";

import { toastWithUndo } from "@/components/ui/undo-toast";
import { textOf } from "@/lib/http";
import { common } from "@/lib/messages/common";
import { materials as words } from "@/lib/messages/materials";
import { toast } from "@/lib/toast";

import { analyzeMaterial, deleteMaterial, materialsKey, restoreMaterial, type Material } from "./api";
import { nameOf } from "./material-words";

/** Deleting, with the way back in the toast, and analyzing again. */
export function useMaterialActions(brandId: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: materialsKey(brandId) });
  const fail = (error: unknown) =>
    toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" });

  const remove = useMutation({
    mutationFn: async (chosen: Material[]) => {
      const answers = await Promise.allSettled(chosen.map(({ id }) => deleteMaterial(brandId, id)));
      const gone = chosen.filter((_, index) => answers[index]?.status === "fulfilled");
      const refused = answers.find((answer) => answer.status === "rejected");
      if (refused && !gone.length) throw refused.reason;
      return { gone, of: chosen.length };
    },
    onSuccess: ({ gone, of }) => {
      void refresh();
      const [only] = gone;
      const said =
        gone.length < of
          ? words.partly(gone.length, of)
          : gone.length === 1 && only
            ? words.removed(nameOf(only))
            : words.removedMany(gone.length);
      toastWithUndo(
        said,
        () =>
          void Promise.all(gone.map(({ id }) => restoreMaterial(brandId, id))).then(
            refresh,
            (error: unknown) => (fail(error), refresh()),
          ),
      );
    },
    onError: fail,
  });
  const analyze = useMutation({
    mutationFn: (material: Material) => analyzeMaterial(brandId, material.id),
    onSuccess: (material) => {
      void refresh();
      toast({ title: words.started(nameOf(material)), variant: "success" });
    },
    onError: fail,
  });
  return {
    remove: remove.mutateAsync,
    removing: remove.isPending,
    analyze: (material: Material) => analyze.mutate(material),
  };
}
