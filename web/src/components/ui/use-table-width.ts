import { useLayoutEffect, useRef, useState } from "react";

/**
 * Whether a table is wider than its place. Only then does it scroll in a box of its own: a box that scrolls
 * sideways would also keep the header from staying in view while the page scrolls.
 */
export function useTableWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => {
      const table = element.firstElementChild;
      if (table) setWide(table.scrollWidth > element.clientWidth + 1);
    });
    watch.observe(element);
    if (element.firstElementChild) watch.observe(element.firstElementChild);
    return () => watch.disconnect();
  }, []);
  return { box, wide };
}
