import { useMutation, useQueryClient } from "@tanstack/react-query";

import { BUSINESS_INFO_KEY } from "@/api/session";
import { toastWithUndo } from "@/components/ui/undo-toast";
import { dropBrand } from "@/lib/current-brand";
import { ApiError, textOf } from "@/lib/http";
import { common } from "@/lib/messages/common";
import { brands as words } from "@/lib/messages/sections";
import { toast } from "@/lib/toast";

import { BRANDS_KEY, deleteBrand, pauseBrand, restoreBrand, resumeBrand, type Brand } from "./api";

/** Pausing and deleting a brand; both can be taken back from the toast. */
export function useBrandActions(brand: Brand) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: BRANDS_KEY });
  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.code === "plan-limit")
      return toast({ title: words.noRoom, description: words.noRoomText, variant: "warning" });
    return toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" });
  };
  const takeBack = (work: (id: string) => Promise<unknown>) => () => void work(brand.id).then(refresh, fail);
  const pause = useMutation({
    mutationFn: () => (brand.status === "paused" ? resumeBrand(brand.id) : pauseBrand(brand.id)),
    onSuccess: () => {
      void refresh();
      const wasPaused = brand.status === "paused";
      toastWithUndo(
        wasPaused ? words.saidResumed(brand.name) : words.saidPaused(brand.name),
        takeBack(wasPaused ? pauseBrand : resumeBrand),
      );
    },
    onError: fail,
  });
  const remove = useMutation({
    mutationFn: () => deleteBrand(brand.id),
    onSuccess: () => {
      dropBrand(brand.id);
      void client.invalidateQueries({ queryKey: BUSINESS_INFO_KEY });
      void refresh();
      toastWithUndo(words.removed(brand.name), takeBack(restoreBrand));
    },
    onError: fail,
  });
  return { togglePause: () => pause.mutate(), remove: () => remove.mutate() };
}
