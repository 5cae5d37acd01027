import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { ChevronLeft } from "lucide-react";
import { useContext } from "react";
import { EditButton, LinkBase, Show, TabbedShowLayout, TabbedShowLayoutTabs, TopToolbar, usePermissions, useRecordContext, type RaRecord } from "react-admin";

import { RecordActions } from "./Actions";
import { Copied } from "./Copied";
import type { AnyDefinition } from "./definition";
import { LIVE_MS } from "./ListPage";
import { Overview } from "./Overview";
import { Registry, useDefinition } from "./registry";
import { RelatedList } from "./RelatedList";
import { Timeline } from "./Timeline";
import { Status } from "./Value";

/** A record: what it is, what can be done with it, what belongs to it and what happened to it. */
export function ShowPage() {
  const definition = useDefinition();
  const { permissions } = usePermissions<Record<string, string[]>>();
  const may = (resource: string, word: string) => permissions?.[resource]?.includes(word) ?? false;
  const known = useContext(Registry);
  const related = (definition.related ?? []).filter(({ resource }) => known.has(resource) && may(resource, "list"));
  const logged = may("audit-log", "list");
  return (
    <Show
      title={<RecordTitle definition={definition} />}
      actions={<Head definition={definition} edits={may(definition.name, "edit")} />}
      queryOptions={definition.live ? { refetchInterval: LIVE_MS } : {}}
    >
      <TabbedShowLayout tabs={<TabbedShowLayoutTabs variant="scrollable" scrollButtons="auto" allowScrollButtonsMobile />}>
        <TabbedShowLayout.Tab label="Overview">
          <Overview definition={definition} logged={logged} />
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
        {logged ? (
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

/** The way back, the record's state and id, what can be done; below, what is wrong with it. */
function Head({ definition, edits }: { definition: AnyDefinition; edits: boolean }) {
  const record = useRecordContext<RaRecord>();
  const Extras = definition.extras;
  const problem = record && definition.problem?.(record);
  return (
    <Box sx={{ width: "100%", minWidth: 0 }}>
      <TopToolbar sx={{ flexWrap: "wrap", alignItems: "center", gap: 1, justifyContent: "flex-end", minHeight: 44 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1.5, mr: "auto", minWidth: 0 }}>
          <MuiLink component={LinkBase} to={`/${definition.name}`} sx={{ display: "inline-flex", alignItems: "center", gap: 0.25, color: "text.secondary" }}>
            <ChevronLeft size={16} aria-hidden />
            {definition.label}
          </MuiLink>
          {record ? <States record={record} definition={definition} /> : null}
        </Box>
        {Extras ? <Extras /> : null}
        <RecordActions />
        {definition.form?.edit && edits ? <EditButton variant="outlined" /> : null}
      </TopToolbar>
      {problem ? <Alert severity={stateOf(record, definition) === "partial" ? "warning" : "error"} sx={{ mb: 1, overflowWrap: "anywhere" }}>{problem}</Alert> : null}
    </Box>
  );
}

/** The record's state, by its first column that says one. */
function stateOf(record: RaRecord, { columns }: AnyDefinition): string | null {
  const state = columns.find(({ kind, source }) => kind === "status" && record[source]);
  return state ? String(record[state.source]) : null;
}

function States({ record, definition }: { record: RaRecord; definition: AnyDefinition }) {
  const state = stateOf(record, definition);
  return (
    <>
      {state ? <Status word={state} /> : null}
      <Typography component="span" variant="body2" color="text.secondary" data-record>
        <Copied text={String(record.id)} name="id" />
      </Typography>
    </>
  );
}
