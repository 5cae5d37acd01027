import { useEffect } from "react";

import { useSearchParams } from "@/lib/navigation";

import { DEFAULT_VIEW, withView, type Compare } from "./view";

const STORAGE_KEY = "presence.compare";
type Kept = Exclude<Compare, "custom">;

/** The comparison this browser chose last; a comparison with none at all brings back the usual one. */
export const keptCompare = (): Kept => {
  const kept = stored();
  return kept && kept !== "none" ? kept : "previous";
};

export function keepCompare(compare: Kept): void {
  try {
    localStorage.setItem(STORAGE_KEY, compare);
  } catch {
    // Storage may be blocked; the choice then lasts as long as the address.
  }
}

function stored(): Kept | null {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    return kept === "previous" || kept === "year" || kept === "none" ? kept : null;
  } catch {
    return null;
  }
}

/**
 * A visit whose address says nothing of a view begins with the comparison chosen last; an address that does is opened
 * as it is.
 */
export function useKeptCompare(): void {
  const [params, setParams] = useSearchParams();
  const fresh = Object.keys(DEFAULT_VIEW).every((name) => name === "tab" || !params.has(name));
  useEffect(() => {
    const kept = stored();
    if (fresh && kept && kept !== DEFAULT_VIEW.compare)
      setParams((old) => withView(old, { compare: kept }), { preventScrollReset: true, replace: true });
    // only as the visit begins: "Prior period" chosen later leaves the address without a word of it
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
