import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Theme } from "@mui/material/styles";
import type { ReactNode } from "react";
import {
  AccessDenied,
  CreateButton,
  downloadCSV,
  ExportButton,
  FilterButton,
  List,
  Loading,
  Pagination,
  SearchInput,
  TopToolbar,
  useListContext,
  usePermissions,
  type RaRecord,
} from "react-admin";

import { FRESH_MS } from "@/providers/queries";

import { BulkActions } from "./Actions";
import { ColumnsButton, useColumns } from "./Columns";
import { csvOf } from "./csv";
import { nameOf, NEWEST, type AnyDefinition } from "./definition";
import { Empty } from "./Empty";
import { PER_PAGE } from "./firstPage";
import { Input } from "./Inputs";
import { useDefinition } from "./registry";
import { Rows, Waiting } from "./Rows";
import { Table } from "./Table";

/** More rows than this belong in a report, not in a spreadsheet somebody looks through. */
const MOST_EXPORTED = 10_000;
/** How often a list of things that change by themselves is read again. */
export const LIVE_MS = 5_000;

/**
 * The list of a resource: search, filters with saved queries, chosen columns, export, bulk actions.
 * What somebody may do is known here already; react-admin would ask once more before it asks for rows.
 */
export function ListPage() {
  const definition = useDefinition();
  const { permissions, isPending } = usePermissions<Record<string, string[]>>();
  const words = permissions?.[definition.name] ?? [];
  if (isPending) return <Loading />;
  if (!words.includes("list")) return <AccessDenied />;
  return (
    <List
      disableAuthentication
      title={definition.label}
      sort={definition.sort ?? NEWEST}
      perPage={PER_PAGE}
      filters={filtersOf(definition)}
      exporter={exporterOf(definition)}
      actions={
        <Toolbar definition={definition} creates={Boolean(definition.form?.create) && words.includes("create")} />
      }
      pagination={definition.drawing ? false : <Pages />}
      empty={false}
      queryOptions={{ staleTime: FRESH_MS, ...(definition.live ? { refetchInterval: LIVE_MS } : {}) }}
      sx={{ "& .RaList-main": { minWidth: 0 }, "& .RaList-content": { overflowX: "auto" } }}
    >
      <Body
        definition={definition}
        bulk={definition.actions?.some((action) => action.bulk && words.includes(action.name)) ?? false}
      />
    </List>
  );
}

function Body({ definition, bulk }: { definition: AnyDefinition; bulk: boolean }) {
  const { shown } = useColumns(definition);
  const Drawing = definition.drawing;
  if (Drawing) return <Drawing />;
  return (
    <Filled definition={definition}>
      <Table definition={definition} fields={shown} bulk={bulk ? <BulkActions /> : null} />
    </Filled>
  );
}

/** The table of the list around it; what stands in for it while there is nothing to show or no room for a table. */
export function Filled({
  definition,
  without,
  children,
}: {
  definition: AnyDefinition;
  without?: string;
  children: ReactNode;
}) {
  const { isPending, data, total, error, refetch } = useListContext();
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  if (isPending) return <Waiting />;
  if (error && !data?.length) return <Unread sentence={(error as Error).message} onRetry={() => void refetch()} />;
  if (!error && data?.length === 0 && (total === undefined || total === 0)) return <Empty definition={definition} />;
  return narrow ? <Rows definition={definition} {...(without ? { without } : {})} /> : children;
}

/**
 * A list that could not be read says so for as long as that is so; the passing message alone would leave it looking
 * empty.
 */
function Unread({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <Alert
      severity="error"
      sx={{ m: 2 }}
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {sentence}
    </Alert>
  );
}

/** Counts nothing that was not read. */
function Pages() {
  const { data, error } = useListContext();
  return error && !data?.length ? null : <Pagination rowsPerPageOptions={[25, 50, 100]} />;
}

function filtersOf({ filters = [], search }: AnyDefinition) {
  const inputs = filters.map((input) => <Input key={input.source} input={input} filter />);
  const always = search
    ? [
        <SearchInput
          key="q"
          source="q"
          alwaysOn
          placeholder={search}
          inputProps={{ "aria-label": search }}
          sx={{ width: { xs: "100%", sm: 320 } }}
        />,
      ]
    : [];
  // FilterButton reads `source` and `label` from the elements it is given.
  return [
    ...always,
    ...inputs.map((element, place) => (
      <FilterInput key={element.key} source={filters[place]!.source} label={nameOf(filters[place]!)}>
        {element}
      </FilterInput>
    )),
  ];
}

function FilterInput({ children }: { source: string; label: string; children: ReactNode }) {
  return <Box sx={{ minWidth: 180 }}>{children}</Box>;
}

function Toolbar({ definition, creates }: { definition: AnyDefinition; creates: boolean }) {
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  return (
    <TopToolbar>
      <FilterButton />
      {narrow || definition.drawing ? null : <ColumnsButton definition={definition} />}
      {creates ? <CreateButton /> : null}
      <ExportButton maxResults={MOST_EXPORTED} label="CSV" />
    </TopToolbar>
  );
}

function exporterOf({ name, columns }: AnyDefinition) {
  return (rows: RaRecord[]) => downloadCSV(csvOf(rows, columns), `${name}-${new Date().toISOString().slice(0, 10)}`);
}
