import { useEffect } from "react";
import { useLocation } from "react-router";

const SECTIONS = ["#notifications", "#alerts", "#integrations"];
const SETTLED_MS = 600;

/** Scrolls to a section of ours named in the address; once more when what stands above it has its final height. */
export function useSettingsAnchor(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!SECTIONS.includes(hash)) return;
    const go = () => document.getElementById(hash.slice(1))?.scrollIntoView();
    go();
    const later = window.setTimeout(go, SETTLED_MS);
    return () => window.clearTimeout(later);
  }, [hash]);
}
