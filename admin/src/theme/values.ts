import type { Roles } from "./palette";

const TONES = ["good", "moderate", "attention", "info"] as const;

/**
 * How values look in tables and on record pages. Plain classes instead of styled parts: a list of a hundred rows has a
 * thousand of them, and each styled part costs time before the first row can be read.
 */
export function valueStyles(is: Roles): Record<string, object> {
  return {
    ".value-clip": { display: "inline-block", maxWidth: 260, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", verticalAlign: "bottom" },
    ".value-none, .value-quiet": { color: is.ink3 },
    ".value-quiet": { marginLeft: 4, fontSize: 12 },
    ".value-time": { whiteSpace: "nowrap" },
    ".value-id": { fontFamily: "ui-monospace, monospace", fontSize: 12, overflowWrap: "anywhere" },
    "[data-record] .value-clip": { maxWidth: "100%", whiteSpace: "normal", overflowWrap: "anywhere" },
    ".value-id.value-clip": { maxWidth: 150 },
    ".value-copied": { display: "inline-flex", alignItems: "center", gap: 2, maxWidth: "100%" },
    ".value-copy": { opacity: 0, padding: 3, color: is.ink3 },
    ".value-copied:hover .value-copy, .value-copy:focus-visible, [data-record] .value-copy": { opacity: 1 },
    "@media (hover: none)": { ".value-copy": { opacity: 1 } },
    ".value-chip": {
      display: "inline-flex", alignItems: "center", gap: 6, height: 20, verticalAlign: "middle", padding: "0 8px", borderRadius: 10, fontSize: 12, fontWeight: 500, whiteSpace: "nowrap",
      color: is.ink2, backgroundColor: is.sunken,
      "&::before": { content: '""', width: 6, height: 6, borderRadius: 3, backgroundColor: is.ink3 },
    },
    ...Object.fromEntries(
      TONES.map((tone) => [`.value-chip[data-tone="${tone}"]`, { color: is[`${tone}Text`], backgroundColor: is[`${tone}Surface`], "&::before": { backgroundColor: is[tone] } }]),
    ),
  };
}
