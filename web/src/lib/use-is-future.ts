import { useCallback, useSyncExternalStore } from "react";

/** Browsers run a longer timer at once; a grace is a week. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Whether a moment is still to come; a page left open notices when it has come, also after a sleep. */
export function useIsFuture(moment: string | null): boolean {
  const subscribe = useCallback(
    (look: () => void) => {
      if (moment === null) return () => undefined;
      const timer = setTimeout(look, Math.min(Math.max(Date.parse(moment) - Date.now(), 0), LONGEST_TIMER_MS));
      document.addEventListener("visibilitychange", look);
      return () => {
        clearTimeout(timer);
        document.removeEventListener("visibilitychange", look);
      };
    },
    [moment],
  );
  return useSyncExternalStore(subscribe, () => moment !== null && Date.parse(moment) > Date.now());
}
