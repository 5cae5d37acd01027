import { useEffect, useRef } from "react";

import { withParams } from "./address-params";
import { useSearchParams } from "./navigation";

const REQUESTED = "1";

/**
 * Acts once when the address asks for it (`?run=1`, from the command palette), and takes the parameter out of the
 * address. Any other value does nothing.
 */
export function useUrlAction(parameter: string | null, act: () => void) {
  const [params, setParams] = useSearchParams();
  const asked = parameter !== null && params.get(parameter) === REQUESTED;
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!asked) return;
    setParams((old) => withParams(old, { [parameter]: null }), { replace: true });
    latest.current();
  }, [asked, parameter, setParams]);
}
