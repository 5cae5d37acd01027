import { useEffect, useState } from "react";

/** How far from the top a heading counts as reached, in px. */
const LINE = 140;

/** The last of the elements whose top the reader has reached; at the end of the page, the last one. */
export function useCurrentSection<Id extends string>(ids: readonly Id[]): Id | null {
  const [reading, setReading] = useState<Id | null>(null);
  useEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      const ended = scrollHeight > clientHeight && scrollTop + clientHeight >= scrollHeight - 2;
      const reached = ids.filter(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= LINE,
      );
      setReading((ended ? ids[ids.length - 1] : reached[reached.length - 1]) ?? null);
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [ids]);
  return reading;
}
