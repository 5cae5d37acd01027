import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { RecordContextProvider, useListContext, type RaRecord } from "react-admin";

import { nameOf, type AnyDefinition, type FieldSpec } from "./definition";
import { textOf } from "./format";
import { recordHref } from "./links";
import { Value } from "./Value";

/** Beyond these a row on a phone would be a page of its own. */
const SAID = 4;

/** The rows of a list one below the other, for screens too narrow for a table: title, states, and what else it says. */
export function Rows({ definition, without }: { definition: AnyDefinition; without?: string }) {
  const { data = [] } = useListContext();
  const fields = definition.columns.filter((field) => !field.hidden && (!without || field.link?.idSource !== without));
  return (
    <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, width: "100%" }}>
      {data.map((record: RaRecord) => (
        <RecordContextProvider value={record} key={record.id}>
          <Row record={record} fields={fields} definition={definition} />
        </RecordContextProvider>
      ))}
    </Box>
  );
}

function Row({ record, fields, definition }: { record: RaRecord; fields: FieldSpec[]; definition: AnyDefinition }) {
  const [first, ...others] = fields as [FieldSpec, ...FieldSpec[]];
  const states = others.filter(({ kind }) => kind === "status");
  const rest = others
    .filter(
      ({ kind, source, none }) =>
        kind !== "status" && kind !== "json" && (none || (record[source] !== null && record[source] !== "")),
    )
    .slice(0, SAID);
  const title =
    record[first.source] === null || record[first.source] === "" ? definition.title(record) : textOf(record, first);
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 1.25, borderBottom: 1, borderColor: "divider", "&:last-child": { borderBottom: 0 } }}
    >
      <Box sx={{ display: "flex", justifyContent: "space-between", alignItems: "start", gap: 1 }}>
        {definition.listOnly ? (
          <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>{title}</Typography>
        ) : (
          <a href={recordHref(definition.name, record.id)} className="value-first">
            {title}
          </a>
        )}
        <Box sx={{ display: "flex", gap: 0.5, flexShrink: 0, minHeight: 20 }}>
          {states.map((field) => (
            <Value key={field.source} field={field} />
          ))}
        </Box>
      </Box>
      <Box
        component="dl"
        sx={{
          display: "grid",
          gridTemplateColumns: "minmax(84px, auto) minmax(0, 1fr)",
          columnGap: 1.5,
          rowGap: 0.25,
          m: 0,
          mt: 0.5,
          fontSize: 13,
        }}
      >
        {rest.map((field) => (
          <Box key={field.source} sx={{ display: "contents" }}>
            <Box component="dt" sx={{ color: "text.secondary" }}>
              {nameOf(field)}
            </Box>
            <Box component="dd" sx={{ m: 0, minWidth: 0, "& .value-clip": { maxWidth: "100%" } }}>
              <Value field={field} />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Grey rows until the first ones arrive. */
export function Waiting() {
  return (
    <Box aria-busy sx={{ p: 2, display: "grid", gap: 1.5 }}>
      {Array.from({ length: 8 }, (_, place) => (
        <Skeleton key={place} variant="rounded" height={20} width={`${96 - (place % 4) * 9}%`} />
      ))}
    </Box>
  );
}
