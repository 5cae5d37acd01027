import Box from "@mui/material/Box";

import { spaced } from "./definition";
import { atMoment, NOTHING } from "./format";

type Document = Record<string, unknown> | null | undefined;

/** Names whose value differs between the two documents. */
export function changedNames(before: Document, after: Document): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.filter((name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null));
}

/** Before and after of an audited change, a line for each value that differs. */
export function Changes({ before, after }: { before: Document; after: Document }) {
  const names = changedNames(before, after);
  if (!names.length) return null;
  return (
    <Box component="dl" sx={{ m: 0, mt: 0.75, fontSize: 12.5, display: "grid", gridTemplateColumns: "minmax(64px, max-content) minmax(0, 1fr)", columnGap: 1.5, rowGap: 0.25 }}>
      {names.map((name) => (
        <Box key={name} sx={{ display: "contents" }}>
          <Box component="dt" sx={{ color: "text.secondary" }}>{spaced(name)}</Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: "anywhere" }}>
            {before?.[name] === undefined ? null : <><Box component="span" sx={{ color: "text.secondary" }}>{said(before[name])}</Box>{" → "}</>}
            {said(after?.[name])}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function said(value: unknown): string {
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string" && MOMENT.test(value)) return atMoment(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
