import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import MuiLink from "@mui/material/Link";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useContext, type MouseEvent } from "react";
import { useRecordContext, useResourceContext, LinkBase, type RaRecord } from "react-admin";

import { toneOf, useToneColours } from "@/theme/tones";

import { spaced, type FieldSpec } from "./definition";
import { ago, NOTHING, textOf } from "./format";
import { JsonView } from "./JsonView";
import { Registry } from "./registry";

/** One value of the record around it, as its kind wants to be read. */
export function Value({ field, wide = false }: { field: FieldSpec; wide?: boolean }) {
  const record = useRecordContext();
  const known = useContext(Registry);
  if (!record) return null;
  const value: unknown = record[field.source];
  if (field.link && known.has(field.link.to) && record[field.link.idSource]) return <Reference record={record} field={field} />;
  const outside = field.href?.(record);
  if (outside) return <MuiLink href={outside} target="_blank" rel="noopener" onClick={(event) => event.stopPropagation()} sx={SHORT}>{field.source.endsWith("Url") ? "Open" : textOf(record, field)}</MuiLink>;
  if (value === null || value === undefined || value === "") return <Box component="span" sx={{ color: "text.disabled" }}>{NOTHING}</Box>;
  switch (field.kind) {
    case "status":
      return <Status word={String(value)} />;
    case "date":
      return <Moment at={String(value)} />;
    case "id":
      return <Typography component="span" variant="body2" sx={{ fontFamily: "monospace", fontSize: 12, overflowWrap: "anywhere" }}>{String(value)}</Typography>;
    case "json":
      return <JsonView value={value} folded={!wide} />;
    case "lines":
      return <Box component="span" sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{Array.isArray(value) ? value.join("\n") : String(value)}</Box>;
    default:
      return <Box component="span" sx={wide ? { overflowWrap: "anywhere" } : SHORT}>{textOf(record, field)}</Box>;
  }
}

/** A long text must not push the other columns off the screen; the record page shows it whole. */
const SHORT = { display: "inline-block", maxWidth: 320, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", verticalAlign: "bottom" };

function Reference({ record, field }: { record: RaRecord; field: FieldSpec }) {
  const { to, idSource } = field.link!;
  const id = String(record[idSource]);
  const shown = record[field.source];
  return (
    <MuiLink component={LinkBase} to={`/${to}/${encodeURIComponent(id)}/show`} onClick={(event: MouseEvent) => event.stopPropagation()} sx={SHORT}>
      {shown ? textOf(record, field) : `${id.slice(0, 8)}…`}
    </MuiLink>
  );
}

export function Status({ word }: { word: string }) {
  const colours = useToneColours(toneOf(word, useResourceContext() ?? ""));
  return <Chip size="small" label={spaced(word)} sx={{ ...colours, height: 22, fontWeight: 500 }} />;
}

export function Moment({ at }: { at: string }) {
  return (
    <Tooltip title={new Date(at).toISOString()}>
      <Box component="time" dateTime={at} sx={{ whiteSpace: "nowrap" }}>
        {textOf({ id: "", at }, { source: "at", kind: "date" })}
        <Box component="span" sx={{ color: "text.secondary", ml: 0.75, fontSize: 12 }}>{ago(at)}</Box>
      </Box>
    </Tooltip>
  );
}
