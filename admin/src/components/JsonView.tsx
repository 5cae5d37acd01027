import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { useState } from "react";

import { spaced } from "./definition";
import { said } from "./format";

type Line = Record<string, string | number | boolean | null>;

/** Entries with more parts than this are read better as they came. */
const MOST_PARTS = 7;

/**
 * A document: a list of plain entries as a table, anything else as indented JSON; folded until somebody wants to read
 * it.
 */
export function JsonView({ value, folded = false, parts }: { value: unknown; folded?: boolean; parts?: string[] }) {
  const [open, setOpen] = useState(!folded);
  if (!open) {
    return (
      <button
        type="button"
        className="value-fold"
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        Show
      </button>
    );
  }
  const lines = linesOf(value, parts);
  return lines ? <Lines lines={lines} /> : <Text text={JSON.stringify(value, null, 2)} />;
}

function linesOf(value: unknown, parts?: string[]): Line[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  if (parts)
    return (value as Line[]).map((entry) => Object.fromEntries(parts.map((name) => [name, entry[name] ?? null])));
  const plain = (entry: unknown) =>
    typeof entry === "object" &&
    entry !== null &&
    Object.keys(entry).length <= MOST_PARTS &&
    Object.values(entry).every((part) => part === null || typeof part !== "object");
  return value.every(plain) ? (value as Line[]) : null;
}

function Lines({ lines }: { lines: Line[] }) {
  const names = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  return (
    <Box
      tabIndex={0}
      role="group"
      aria-label="Entries"
      sx={{ maxHeight: 420, overflow: "auto", border: 1, borderColor: "divider", borderRadius: 1 }}
    >
      <Table size="small">
        <TableHead>
          <TableRow>
            {names.map((name) => (
              <TableCell key={name}>{spaced(name)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map((line, place) => (
            <TableRow key={place}>
              {names.map((name) => (
                <TableCell key={name} sx={{ overflowWrap: "anywhere" }}>
                  {said(line[name])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Text({ text }: { text: string }) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      role="group"
      aria-label="JSON"
      sx={{
        m: 0,
        p: 1.5,
        maxHeight: 420,
        overflow: "auto",
        bgcolor: "action.hover",
        borderRadius: 1,
        fontSize: 12,
        lineHeight: 1.5,
        whiteSpace: "pre-wrap",
        overflowWrap: "anywhere",
      }}
    >
      {text}
    </Box>
  );
}
