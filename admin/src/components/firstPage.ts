import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider, useStoreContext, type ListParams } from "react-admin";

import { FRESH_MS } from "@/providers/queries";

import { NEWEST, type AnyDefinition } from "./definition";

/** Rows of a page until somebody asks for more. */
export const PER_PAGE = 25;

/**
 * Asks for the page a list will open with, under the name the list itself will look for: when somebody presses its
 * entry,
 * the server answers while the screen is being drawn.
 */
export function useReadAhead(): (definition: AnyDefinition) => void {
  const client = useQueryClient();
  const provider = useDataProvider();
  const store = useStoreContext();
  return ({ name, sort: usual = NEWEST }) => {
    const left = store.getItem<Partial<ListParams>>(`${name}.listParams`) ?? {};
    const pagination = { page: left.page ?? 1, perPage: left.perPage ?? PER_PAGE };
    const sort = left.sort ? { field: left.sort, order: left.order ?? usual.order } : usual;
    const filter: unknown = left.filter ?? {};
    void client.prefetchQuery({
      queryKey: [name, "getList", { pagination, sort, filter }],
      queryFn: ({ signal }) => provider.getList(name, { pagination, sort, filter, signal }),
      staleTime: FRESH_MS,
    });
  };
}
