import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";

import { spaced } from "./definition";
import { NOTHING } from "./format";

type Document = Record<string, unknown> | null | undefined;

/** Names whose value differs between the two documents. */
export function changedNames(before: Document, after: Document): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.filter((name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null));
}

/** Before and after of an audited change, only what differs. */
export function Changes({ before, after }: { before: Document; after: Document }) {
  const names = changedNames(before, after);
  if (!names.length) return null;
  return (
    <Box sx={{ overflowX: "auto" }}>
      <Table size="small" sx={{ mt: 1, width: "auto" }}>
        <TableHead>
          <TableRow>
            <TableCell>Field</TableCell>
            <TableCell>Before</TableCell>
            <TableCell>After</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {names.map((name) => (
            <TableRow key={name}>
              <TableCell>{spaced(name)}</TableCell>
              <TableCell sx={{ overflowWrap: "anywhere" }}>{said(before?.[name])}</TableCell>
              <TableCell sx={{ overflowWrap: "anywhere" }}>{said(after?.[name])}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function said(value: unknown): string {
  if (value === null || value === undefined || value === "") return NOTHING;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
