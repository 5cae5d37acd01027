import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { accessQuery } from "@/api/access";
import { Button } from "@/components/ui/button";
import { longDate } from "@/lib/format";
import { textOf } from "@/lib/http";
import { common } from "@/lib/messages/common";
import { brands as words } from "@/lib/messages/sections";
import { toast } from "@/lib/toast";

import { BRANDS_KEY, deletedBrandsQuery, restoreBrand } from "./api";

/** Brands deleted within seven days, each with its way back. Nothing is shown while there are none. */
export function DeletedBrands() {
  const client = useQueryClient();
  const deleted = useQuery({ ...deletedBrandsQuery, refetchOnMount: "always" });
  const restore = useMutation({
    mutationFn: (id: string) => restoreBrand(id),
    onSuccess: (brand) => {
      void client.invalidateQueries({ queryKey: BRANDS_KEY });
      void client.invalidateQueries({ queryKey: accessQuery("brands.max").queryKey });
      toast({ title: words.restored(brand.name), variant: "success" });
    },
    onError: (error) => toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" }),
  });
  const rows = deleted.data?.data ?? [];
  if (!rows.length) return null;
  return (
    <section aria-labelledby="deleted-brands" className="flex flex-col gap-3 border-t border-line pt-6">
      <h2 id="deleted-brands" className="text-lg font-semibold">
        {words.deletedTitle}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {rows.map((brand) => (
          <li key={brand.id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
            <span className="min-w-0">
              <span className="block font-medium wrap-anywhere">{brand.name}</span>
              <span className="text-sm text-ink-3">{words.restorable(longDate(brand.restorableUntil))}</span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={words.restoreOf(brand.name)}
              pending={restore.isPending && restore.variables === brand.id}
              onClick={() => restore.mutate(brand.id)}
            >
              {words.restore}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
