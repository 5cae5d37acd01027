import Box from "@mui/material/Box";
import { useContext } from "react";
import { useRecordContext, useResourceContext, type RaRecord } from "react-admin";

import { toneOf } from "@/theme/tones";

import { Copied } from "./Copied";
import { nameOf, spaced, type FieldSpec } from "./definition";
import { ago, atMoment, exactly, isNear, NOTHING, textOf } from "./format";
import { JsonView } from "./JsonView";
import { recordHref } from "./links";
import { Registry } from "./registry";

/** One value of the record around it, as its kind wants to be read; a record's own page has room to say it whole. */
export function Value({ field, wide = false }: { field: FieldSpec; wide?: boolean }) {
  const record = useRecordContext();
  const known = useContext(Registry);
  if (!record) return null;
  const value: unknown = record[field.source];
  if (field.link && known.has(field.link.to) && record[field.link.idSource])
    return <Reference record={record} field={field} />;
  const outside = field.href?.(record);
  if (outside)
    return (
      <a href={outside} target="_blank" rel="noopener" className="value-link value-clip">
        {field.source.endsWith("Url") ? "Open" : textOf(record, field)}
      </a>
    );
  if (value === null || value === undefined || value === "" || isEmpty(value))
    return field.none ? <span>{field.none}</span> : <span className="value-none">{NOTHING}</span>;
  switch (field.kind) {
    case "status":
      return <Status word={String(value)} />;
    case "date":
      return <Moment at={String(value)} long={wide} />;
    case "boolean":
      return <span className={value ? undefined : "value-none"}>{value ? "Yes" : "No"}</span>;
    case "id":
      return <Copied text={String(value)} name={nameOf(field)} clipped={!wide} />;
    case "json":
      return <JsonView value={value} folded={!wide} {...(field.parts ? { parts: field.parts } : {})} />;
    case "lines":
      return (
        <Box component="span" sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {Array.isArray(value) ? value.join("\n") : String(value)}
        </Box>
      );
    default:
      return <Text text={textOf(record, field)} wide={wide} />;
  }
}

const isEmpty = (value: unknown) => typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** A long text must not push the other columns off the screen; the record page shows it whole. */
function Text({ text, wide }: { text: string; wide: boolean }) {
  return wide ? (
    <Box component="span" sx={{ overflowWrap: "anywhere" }}>
      {text}
    </Box>
  ) : (
    <span className="value-clip" title={text.length > 30 ? text : undefined}>
      {text}
    </span>
  );
}

function Reference({ record, field }: { record: RaRecord; field: FieldSpec }) {
  const { to, idSource } = field.link!;
  const id = String(record[idSource]);
  const shown = record[field.source];
  return (
    <a href={recordHref(to, id)} className="value-link value-clip">
      {shown ? textOf(record, field) : `${id.slice(0, 8)}…`}
    </a>
  );
}

export function Status({ word }: { word: string }) {
  return (
    <span className="value-chip" data-tone={toneOf(word, useResourceContext() ?? "")}>
      {spaced(word)}
    </span>
  );
}

/** How long ago; `long` says the moment too. Exactly when is said on hover, and worked out only then. */
export function Moment({ at, long = false }: { at: string; long?: boolean }) {
  return (
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = exactly(at);
      }}
      className="value-time"
    >
      {long ? atMoment(at) : ago(at)}
      {long && isNear(at) ? <span className="value-quiet">{ago(at)}</span> : null}
    </time>
  );
}
