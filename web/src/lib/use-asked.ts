import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";

const WISH = "1";

/** Acts once when the address asks for it (`?run=1`, from the command palette), and takes the wish out of the address. Any other value is no wish. */
export function useAsked(wish: string | null, act: () => void) {
  const [params, setParams] = useSearchParams();
  const asked = wish !== null && params.get(wish) === WISH;
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!asked) return;
    const without = (old: URLSearchParams) => {
      const next = new URLSearchParams(old);
      next.delete(wish);
      return next;
    };
    setParams(without, { replace: true });
    latest.current();
  }, [asked, wish, setParams]);
}
