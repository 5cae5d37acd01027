import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useContext } from "react";
import { EditButton, Show, TabbedShowLayout, TabbedShowLayoutTabs, TopToolbar, usePermissions, useRecordContext, type RaRecord } from "react-admin";

import { RecordActions } from "./Actions";
import { nameOf, type AnyDefinition, type FieldSpec } from "./definition";
import { Registry, useDefinition } from "./registry";
import { RelatedList } from "./RelatedList";
import { Timeline } from "./Timeline";
import { Value } from "./Value";

/** A record: what it is, what can be done with it, what belongs to it and what happened to it. */
export function ShowPage() {
  const definition = useDefinition();
  const { permissions } = usePermissions<Record<string, string[]>>();
  const may = (resource: string, word: string) => permissions?.[resource]?.includes(word) ?? false;
  const known = useContext(Registry);
  const related = (definition.related ?? []).filter(({ resource }) => known.has(resource) && may(resource, "list"));
  return (
    <Show title={<RecordTitle definition={definition} />} actions={<Toolbar definition={definition} edits={may(definition.name, "edit")} />}>
      <TabbedShowLayout tabs={<TabbedShowLayoutTabs variant="scrollable" scrollButtons="auto" allowScrollButtonsMobile />}>
        <TabbedShowLayout.Tab label="Overview">
          <Overview definition={definition} />
        </TabbedShowLayout.Tab>
        {(definition.tabs ?? []).map(({ label, content: Content }) => (
          <TabbedShowLayout.Tab key={label} label={label} path={pathOf(label)}>
            <Content />
          </TabbedShowLayout.Tab>
        ))}
        {related.map((relation) => (
          <TabbedShowLayout.Tab key={relation.label} label={relation.label} path={pathOf(relation.label)}>
            <RelatedList {...relation} />
          </TabbedShowLayout.Tab>
        ))}
        {may("audit-log", "list") ? (
          <TabbedShowLayout.Tab label="Timeline" path="timeline">
            <Timeline />
          </TabbedShowLayout.Tab>
        ) : null}
      </TabbedShowLayout>
    </Show>
  );
}

const pathOf = (label: string) => label.toLowerCase().replaceAll(" ", "-");

function RecordTitle({ definition }: { definition: AnyDefinition }) {
  const record = useRecordContext();
  return <span>{record ? `${definition.singular}: ${definition.title(record)}` : definition.singular}</span>;
}

function Toolbar({ definition, edits }: { definition: AnyDefinition; edits: boolean }) {
  const Extras = definition.extras;
  return (
    <TopToolbar sx={{ flexWrap: "wrap", gap: 1, justifyContent: "flex-end" }}>
      {Extras ? <Extras /> : null}
      <RecordActions />
      {definition.form?.edit && edits ? <EditButton variant="outlined" /> : null}
    </TopToolbar>
  );
}

function Overview({ definition }: { definition: AnyDefinition }) {
  const record = useRecordContext<RaRecord>();
  if (!record) return null;
  return (
    <Box sx={{ width: "100%", display: "grid", gap: 3 }}>
      <Section title={definition.title(record)} fields={definition.columns} />
      {(definition.sections ?? []).map(({ title, fields }) => <Section key={title} title={title} fields={fields} />)}
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: "anywhere" }}>Id {String(record.id)}</Typography>
    </Box>
  );
}

function Section({ title, fields }: { title: string; fields: FieldSpec[] }) {
  return (
    <Card sx={{ p: 2 }}>
      <Typography variant="h6" component="h2" sx={{ mb: 1.5, overflowWrap: "anywhere" }}>{title}</Typography>
      <Box component="dl" sx={{ m: 0, display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fill, minmax(min(220px, 100%), 1fr))" }}>
        {fields.map((field) => (
          <Box key={field.source} sx={{ minWidth: 0, ...(field.kind === "json" || field.kind === "lines" ? { gridColumn: "1 / -1" } : {}) }}>
            <Typography component="dt" variant="body2" color="text.secondary">{nameOf(field)}</Typography>
            <Box component="dd" sx={{ m: 0, mt: 0.25, minWidth: 0 }}><Value field={field} wide /></Box>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
