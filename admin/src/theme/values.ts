import type { Roles } from "./palette";

const TONES = ["good", "moderate", "attention", "info"] as const;

/** Tables of rows. */
function rows(is: Roles): Record<string, object> {
  return {
    ".rows": { width: "100%", borderCollapse: "collapse", fontSize: 13, lineHeight: "22px" },
    ".rows th, .rows td": { padding: "5px 10px", textAlign: "left", borderBottom: `1px solid ${is.line}` },
    ".rows th": { backgroundColor: is.sunken, color: is.ink2, fontWeight: 500, fontSize: 12.5, whiteSpace: "nowrap" },
    ".rows thead th": { position: "sticky", top: 0, verticalAlign: "top" },
    ".rows :is(th, td):first-of-type": { paddingLeft: 16 },
    ".rows :is(th, td):last-of-type": { paddingRight: 16 },
    ".rows tbody tr:last-of-type td": { borderBottom: 0 },
    ".rows .rows-right": { textAlign: "right" },
    ".rows-opens": { cursor: "pointer" },
    ".rows tbody tr:hover": { backgroundColor: is.hover },
    ".rows tr[data-chosen]": { backgroundColor: is.accentSurface },
    ".rows .rows-select": { width: 32, paddingRight: 0, lineHeight: 1 },
    ".rows-select input": {
      width: 16,
      height: 16,
      margin: 0,
      accentColor: is.accent,
      verticalAlign: "middle",
      cursor: "pointer",
    },
    ".rows-sort": {
      display: "inline-flex",
      alignItems: "center",
      gap: 4,
      padding: 0,
      border: 0,
      background: "none",
      font: "inherit",
      color: "inherit",
      cursor: "pointer",
      "& svg": { opacity: 0 },
      "&:hover svg, &:focus-visible svg": { opacity: 0.6 },
    },
    "[aria-sort=ascending] .rows-sort, [aria-sort=descending] .rows-sort": { color: is.ink, "& svg": { opacity: 1 } },
  };
}

/** The menu at the side. */
function menu(is: Roles): Record<string, object> {
  return {
    ".menu": { padding: "8px 0 16px", overflowX: "hidden" },
    ".menu ul": { listStyle: "none", margin: 0, padding: 0 },
    ".menu-title": {
      display: "flex",
      alignItems: "center",
      gap: 12,
      width: "calc(100% - 12px)",
      minHeight: 28,
      margin: "4px 6px 0",
      padding: "3px 10px",
      border: 0,
      borderRadius: 6,
      background: "none",
      color: is.ink2,
      font: "inherit",
      fontSize: 12.5,
      fontWeight: 500,
      textAlign: "left",
      cursor: "pointer",
      "&:hover": { backgroundColor: is.hover },
      "& svg": { flexShrink: 0, color: is.ink3 },
      "&[aria-expanded=true] svg": { transform: "rotate(90deg)" },
    },
    ".menu-entry": {
      display: "flex",
      alignItems: "center",
      gap: 10,
      minHeight: 28,
      margin: "0 6px",
      padding: "3px 10px",
      borderRadius: 6,
      fontSize: 13,
      color: is.ink2,
      textDecoration: "none",
      whiteSpace: "nowrap",
      "&:hover": { backgroundColor: is.hover },
      "&[aria-current]": { backgroundColor: is.accentSurface, color: is.accentText, fontWeight: 600 },
      "& svg": { flexShrink: 0 },
    },
    ".menu-name": { flexGrow: 1, minWidth: 0, overflow: "hidden", textOverflow: "ellipsis" },
    ".menu-count": {
      padding: "0 6px",
      borderRadius: 8,
      backgroundColor: is.hover,
      color: is.ink2,
      fontSize: 11,
      fontWeight: 600,
      lineHeight: "20px",
    },
    ".menu[data-closed] ul + ul, .menu[data-closed] li > ul": {
      borderTop: `1px solid ${is.line}`,
      marginTop: 4,
      paddingTop: 4,
    },
    "@media (pointer: coarse)": { ".menu-entry, .menu-title": { minHeight: 40 } },
  };
}

/**
 * How values look in tables and on record pages. Plain classes instead of styled parts: a list of a hundred rows has a
 * thousand of them, and each styled part costs time before the first row can be read.
 */
export function valueStyles(is: Roles): Record<string, object> {
  return {
    ...rows(is),
    ...menu(is),
    ".value-clip": {
      display: "inline-block",
      maxWidth: 260,
      overflow: "hidden",
      textOverflow: "ellipsis",
      whiteSpace: "nowrap",
      verticalAlign: "bottom",
    },
    // Beside the menu of a tablet a row of six values has room only where they take more than one line.
    "@media (max-width: 899.95px)": {
      ".rows .value-clip": { display: "inline", maxWidth: "none", whiteSpace: "normal", overflowWrap: "anywhere" },
      ".rows th, .rows td": { padding: "5px 8px", whiteSpace: "normal" },
    },
    ".value-first": {
      color: "inherit",
      fontWeight: 550,
      textDecoration: "none",
      overflowWrap: "anywhere",
      "&:hover": { textDecoration: "underline" },
    },
    ".value-first .value-clip": { maxWidth: 340 },
    ".value-link": { color: is.accentText, textDecoration: "none", "&:hover": { textDecoration: "underline" } },
    ".value-none, .value-quiet": { color: is.ink3 },
    ".value-quiet": { marginLeft: 4, fontSize: 12 },
    ".value-time": { whiteSpace: "nowrap", "@media (max-width: 599px)": { whiteSpace: "normal" } },
    ".value-id": { fontFamily: "ui-monospace, monospace", fontSize: 12, overflowWrap: "anywhere" },
    "[data-record] .value-clip": {
      display: "inline",
      maxWidth: "100%",
      whiteSpace: "normal",
      overflowWrap: "anywhere",
    },
    ".value-id.value-clip": { maxWidth: 150 },
    ".value-copied": { display: "inline-flex", alignItems: "center", gap: 2, maxWidth: "100%" },
    ".value-copy, .value-fold": { border: 0, background: "none", font: "inherit", cursor: "pointer", borderRadius: 4 },
    ".value-copy": { display: "inline-flex", opacity: 0, padding: 4, color: is.ink3, "&:hover": { color: is.ink } },
    ".value-fold": { padding: "0 6px", color: is.accentText },
    ".value-copied:hover .value-copy, .value-copy:focus-visible, [data-record] .value-copy": { opacity: 1 },
    "@media (hover: none)": { ".value-copy": { opacity: 1 } },
    ".value-chip": {
      display: "inline-flex",
      alignItems: "center",
      gap: 6,
      height: 20,
      verticalAlign: "middle",
      padding: "0 8px",
      borderRadius: 10,
      fontSize: 12,
      fontWeight: 500,
      whiteSpace: "nowrap",
      color: is.ink2,
      backgroundColor: is.sunken,
      "&::before": { content: '""', width: 6, height: 6, borderRadius: 3, backgroundColor: is.ink3 },
    },
    ...Object.fromEntries(
      TONES.map((tone) => [
        `.value-chip[data-tone="${tone}"]`,
        { color: is[`${tone}Text`], backgroundColor: is[`${tone}Surface`], "&::before": { backgroundColor: is[tone] } },
      ]),
    ),
  };
}
