import { useEffect, useRef } from "react";

import { withParams } from "./address-params";
import { useSearchParams } from "./navigation";

const WISH = "1";

/**
 * Acts once when the address asks for it (`?run=1`, from the command palette), and takes the wish out of the address.
 * Any other value is no wish.
 */
export function useUrlAction(wish: string | null, act: () => void) {
  const [params, setParams] = useSearchParams();
  const asked = wish !== null && params.get(wish) === WISH;
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!asked) return;
    setParams((old) => withParams(old, { [wish]: null }), { replace: true });
    latest.current();
  }, [asked, wish, setParams]);
}
