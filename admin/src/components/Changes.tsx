import Box from "@mui/material/Box";

import { spaced } from "./definition";
import { said } from "./format";

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
    <Box
      component="dl"
      sx={{
        m: 0,
        mt: 0.75,
        fontSize: 12.5,
        display: "grid",
        gridTemplateColumns: "minmax(64px, max-content) minmax(0, 1fr)",
        columnGap: 1.5,
        rowGap: 0.25,
      }}
    >
      {names.map((name) => (
        <Box key={name} sx={{ display: "contents" }}>
          <Box component="dt" sx={{ color: "text.secondary" }}>
            {spaced(name)}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: "anywhere" }}>
            {before?.[name] === undefined ? null : (
              <>
                <Box component="span" sx={{ color: "text.secondary" }}>
                  {said(before[name])}
                </Box>
                {" → "}
              </>
            )}
            {said(after?.[name])}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
