import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Theme } from "@mui/material/styles";
import type { MouseEvent, ReactNode } from "react";
import {
  ColumnsButton, CreateButton, DataTable, downloadCSV, ExportButton, FilterButton, LinkBase, List, Pagination, SearchInput, TopToolbar, useListContext, usePermissions, useRecordContext, type RaRecord,
} from "react-admin";

import { BulkActions } from "./Actions";
import { csvOf } from "./csv";
import { nameOf, NEWEST, type AnyDefinition, type FieldSpec } from "./definition";
import { Empty } from "./Empty";
import { Input } from "./Inputs";
import { useDefinition } from "./registry";
import { Rows, Waiting } from "./Rows";
import { Value } from "./Value";

/** More rows than this belong in a report, not in a spreadsheet somebody looks through. */
const MOST_EXPORTED = 10_000;
const RIGHT = new Set(["money", "number", "percent", "seconds", "bytes"]);
/** How often a list of things that change by themselves is read again. */
export const LIVE_MS = 5_000;

/** The list of a resource: search, filters with saved queries, chosen columns, export, bulk actions. */
export function ListPage() {
  const definition = useDefinition();
  const { permissions } = usePermissions<Record<string, string[]>>();
  const words = permissions?.[definition.name] ?? [];
  return (
    <List
      title={definition.label}
      sort={definition.sort ?? NEWEST}
      perPage={25}
      filters={filtersOf(definition)}
      exporter={exporterOf(definition)}
      actions={<Toolbar creates={Boolean(definition.form?.create) && words.includes("create")} />}
      pagination={<Pagination rowsPerPageOptions={[25, 50, 100]} />}
      empty={false}
      queryOptions={definition.live ? { refetchInterval: LIVE_MS } : {}}
      sx={{ "& .RaList-main": { minWidth: 0 }, "& .RaList-content": { overflowX: "auto" } }}
    >
      <Body definition={definition} bulk={definition.actions?.some((action) => action.bulk && words.includes(action.name)) ?? false} />
    </List>
  );
}

function Body({ definition, bulk }: { definition: AnyDefinition; bulk: boolean }) {
  return (
    <Filled definition={definition}>
      <DataTable
        rowClick={definition.listOnly ? false : "show"}
        hiddenColumns={definition.columns.filter(({ hidden }) => hidden).map(({ source }) => source)}
        bulkActionButtons={bulk ? <BulkActions /> : false}
      >
        {columnsOf(definition.columns, definition)}
      </DataTable>
    </Filled>
  );
}

/** The table of the list around it; what stands in for it while there is nothing to show or no room for a table. */
export function Filled({ definition, without, children }: { definition: AnyDefinition; without?: string; children: ReactNode }) {
  const { isPending, data, total, error } = useListContext();
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  if (isPending) return <Waiting />;
  if (!error && data?.length === 0 && (total === undefined || total === 0)) return <Empty definition={definition} />;
  return narrow ? <Rows definition={definition} {...(without ? { without } : {})} /> : children;
}

/** The first column leads to the record, for those who do not use a pointer. */
export function columnsOf(fields: FieldSpec[], definition: AnyDefinition) {
  return fields.map((field, place) => (
    <DataTable.Col key={field.source} source={field.source} label={nameOf(field)} disableSort={!field.sortable} align={RIGHT.has(field.kind ?? "") ? "right" : "left"}>
      {place === 0 && !definition.listOnly ? <RecordLink field={field} definition={definition} /> : <Value field={field} />}
    </DataTable.Col>
  ));
}

function RecordLink({ field, definition }: { field: FieldSpec; definition: AnyDefinition }) {
  const record = useRecordContext();
  if (!record) return null;
  const empty = record[field.source] === null || record[field.source] === "";
  return (
    <MuiLink component={LinkBase} to={`/${definition.name}/${encodeURIComponent(String(record.id))}/show`} onClick={(event: MouseEvent) => event.stopPropagation()} color="inherit" className="value-first">
      {empty ? definition.title(record) || String(record.id) : <Value field={field} />}
    </MuiLink>
  );
}

function filtersOf({ filters = [], search }: AnyDefinition) {
  const inputs = filters.map((input) => <Input key={input.source} input={input} filter />);
  const always = search ? [<SearchInput key="q" source="q" alwaysOn placeholder={search} inputProps={{ "aria-label": search }} sx={{ width: { xs: "100%", sm: 320 } }} />] : [];
  // FilterButton reads `source` and `label` from the elements it is given.
  return [...always, ...inputs.map((element, place) => <FilterInput key={element.key} source={filters[place]!.source} label={nameOf(filters[place]!)}>{element}</FilterInput>)];
}

function FilterInput({ children }: { source: string; label: string; children: React.ReactNode }) {
  return <Box sx={{ minWidth: 180 }}>{children}</Box>;
}

function Toolbar({ creates }: { creates: boolean }) {
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  return (
    <TopToolbar>
      <FilterButton />
      {narrow ? null : <ColumnsButton />}
      {creates ? <CreateButton /> : null}
      <ExportButton maxResults={MOST_EXPORTED} label="CSV" />
    </TopToolbar>
  );
}

function exporterOf({ name, columns }: AnyDefinition) {
  return (rows: RaRecord[]) => downloadCSV(csvOf(rows, columns), `${name}-${new Date().toISOString().slice(0, 10)}`);
}
