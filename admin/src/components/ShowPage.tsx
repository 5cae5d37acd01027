import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { ChevronLeft } from "lucide-react";
import { useContext } from "react";
import { EditButton, Show, TopToolbar, usePermissions, useRecordContext, type RaRecord } from "react-admin";

import { RecordActions } from "./Actions";
import { Copied } from "./Copied";
import { HISTORY, type AnyDefinition } from "./definition";
import { listHref } from "./links";
import { LIVE_MS } from "./ListPage";
import { Overview } from "./Overview";
import { RecordTabs, type Section } from "./RecordTabs";
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
  const shown = (resource: string) => known.has(resource) && may(resource, "list");
  return (
    <Show
      title={<RecordTitle definition={definition} />}
      actions={<Head definition={definition} edits={may(definition.name, "edit")} />}
      queryOptions={definition.live ? { refetchInterval: LIVE_MS } : {}}
    >
      <RecordTabs sections={sectionsOf(definition, shown)} />
    </Show>
  );
}

/** What it is first; what happened to it last, or with the rest of its history. */
function sectionsOf(definition: AnyDefinition, shown: (resource: string) => boolean): Section[] {
  const logged = shown("audit-log");
  const tabs = (definition.tabs ?? []).map(({ content: Content, ...tab }) => ({ ...tab, content: <Content /> }));
  const related = (definition.related ?? []).filter(({ resource }) => shown(resource));
  const belonging = related.map(({ label, group, ...relation }) => ({
    label,
    ...(group ? { group } : {}),
    content: <RelatedList key={label} label={label} {...relation} />,
  }));
  const timeline = logged ? [{ label: "Timeline", content: <Timeline /> }] : [];
  const overview = { label: "Overview", content: <Overview definition={definition} logged={logged} /> };
  if (!related.some(({ group }) => group)) return [overview, ...tabs, ...belonging, ...timeline];
  return [
    overview,
    ...belonging.filter(({ group }) => group !== HISTORY),
    ...[...timeline, ...tabs, ...belonging.filter(({ group }) => group === HISTORY)].map((section) => ({
      ...section,
      group: HISTORY,
    })),
  ];
}

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
      <TopToolbar
        sx={{ flexWrap: "wrap", alignItems: "center", gap: 1, justifyContent: "flex-end", minHeight: 44, pb: 1 }}
      >
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1.5, mr: "auto", minWidth: 0 }}>
          <MuiLink
            href={listHref(definition.name)}
            sx={{ display: "inline-flex", alignItems: "center", gap: 0.25, color: "text.secondary" }}
          >
            <ChevronLeft size={16} aria-hidden />
            {definition.label}
          </MuiLink>
          {record ? <States record={record} definition={definition} /> : null}
        </Box>
        {Extras ? <Extras /> : null}
        <RecordActions />
        {definition.form?.edit && edits ? <EditButton variant="outlined" /> : null}
      </TopToolbar>
      {problem ? (
        <Alert
          severity={["partial", "waiting"].includes(stateOf(record, definition) ?? "") ? "warning" : "error"}
          sx={{ mb: 1, overflowWrap: "anywhere" }}
        >
          {problem}
        </Alert>
      ) : null}
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
