import type { MouseEvent } from "react";
import { useNavigate, type Identifier } from "react-admin";

/**
 * Addresses inside the console are plain anchors: a page has hundreds, and the router's own links cost more than the
 * text they carry.
 */
export const listHref = (resource: string): string => `#/${resource}`;
export const recordHref = (resource: string, id: Identifier): string =>
  `#/${resource}/${encodeURIComponent(String(id))}/show`;

/**
 * Click handler around everything: plain clicks on such anchors go through the router, other clicks are the browser's.
 */
export function useFollow(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const to = event.target instanceof Element ? event.target.closest("a[href^='#/']")?.getAttribute("href") : null;
    if (!to) return;
    event.preventDefault();
    void navigate(to.slice(1), { state: { _scrollToTop: true } });
  };
}
