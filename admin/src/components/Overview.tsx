import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useRecordContext, type RaRecord } from "react-admin";

import { nameOf, type AnyDefinition, type FieldSpec } from "./definition";
import { Timeline } from "./Timeline";
import { Value } from "./Value";

const BESIDE = 5;

/** Everything about the record in named parts; beside them, where there is room, what happened to it last. */
export function Overview({ definition, logged }: { definition: AnyDefinition; logged: boolean }) {
  const record = useRecordContext<RaRecord>();
  if (!record) return null;
  const aside = logged && definition.name !== "audit-log";
  return (
    <Box
      data-record
      sx={{
        width: "100%",
        display: "grid",
        gap: 3,
        alignItems: "start",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", ...(aside ? { lg: "minmax(0, 1fr) 320px" } : {}) },
      }}
    >
      <Box sx={{ display: "grid", gap: 3, minWidth: 0 }}>
        <Section title={definition.title(record)} fields={definition.columns} />
        {(definition.sections ?? []).map(({ title, fields }) => (
          <Section key={title} title={title} fields={fields} />
        ))}
      </Box>
      {aside ? (
        <Box
          component="section"
          aria-label="Latest activity"
          sx={{ minWidth: 0, borderLeft: { lg: 1 }, borderColor: { lg: "divider" }, pl: { lg: 3 } }}
        >
          <Typography variant="h6" component="h2" sx={{ mb: 1.5 }}>
            Latest activity
          </Typography>
          <Timeline first={BESIDE} />
        </Box>
      ) : null}
    </Box>
  );
}

const LONG = new Set(["json", "lines"]);

function Section({ title, fields }: { title: string; fields: FieldSpec[] }) {
  return (
    <Box component="section" sx={{ minWidth: 0 }}>
      <Typography
        variant="h6"
        component="h2"
        sx={{ mb: 1, pb: 0.75, borderBottom: 1, borderColor: "divider", overflowWrap: "anywhere" }}
      >
        {title}
      </Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: "grid",
          columnGap: 4,
          gridTemplateColumns: "repeat(auto-fill, minmax(min(320px, 100%), 1fr))",
        }}
      >
        {fields.map((field) => (
          <Box
            key={field.source}
            sx={{
              display: "grid",
              gridTemplateColumns: "132px minmax(0, 1fr)",
              gap: 1.5,
              py: 0.75,
              alignItems: "baseline",
              minWidth: 0,
              ...(LONG.has(field.kind ?? "")
                ? { gridColumn: "1 / -1", gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "132px minmax(0, 1fr)" } }
                : {}),
            }}
          >
            <Typography component="dt" variant="body2" color="text.secondary">
              {nameOf(field)}
            </Typography>
            <Box component="dd" sx={{ m: 0, minWidth: 0, fontSize: 14, "& .value-clip": { maxWidth: "100%" } }}>
              <Value field={field} wide />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
