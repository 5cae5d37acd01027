import { useEffect, useState, useSyncExternalStore } from "react";

export const ROTATION_MS = 4_000;

const query = "(prefers-reduced-motion: reduce)";

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Steps through `count` cards every 4000 ms unless paused by hand, held (hover, focus) or motion is unwanted. */
export function useRotation(count: number) {
  const [index, setIndex] = useState(0);
  const [paused, setPaused] = useState(false);
  const [held, setHeld] = useState(false);
  const reduced = useReducedMotion();
  const running = !paused && !held && !reduced;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setIndex((now) => (now + 1) % count), ROTATION_MS);
    return () => clearInterval(timer);
  }, [running, count, index]);

  return {
    index,
    show: setIndex,
    paused: paused || reduced,
    togglePause: () => setPaused(!paused),
    hold: setHeld,
    reduced,
  };
}
