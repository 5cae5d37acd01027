import { DataTable, Pagination, ReferenceManyField, ResourceContextProvider } from "react-admin";

import { NEWEST, type AnyDefinition, type RelatedSpec } from "./definition";
import { columnsOf, Filled, LIVE_MS } from "./ListPage";
import { useDefinition } from "./registry";

/** Rows of another resource that belong to the record around it, drawn with that resource's own columns. */
export function RelatedList({ resource, target }: RelatedSpec) {
  const definition = useDefinition(resource);
  return (
    <ReferenceManyField
      label={false}
      reference={resource}
      target={target}
      sort={definition.sort ?? NEWEST}
      perPage={25}
      pagination={<Pagination rowsPerPageOptions={[25, 50, 100]} />}
      queryOptions={definition.live ? { refetchInterval: LIVE_MS } : {}}
    >
      <ResourceContextProvider value={resource}>
        <Filled definition={definition} without={target}>
          <Table definition={definition} target={target} />
        </Filled>
      </ResourceContextProvider>
    </ReferenceManyField>
  );
}

function Table({ definition, target }: { definition: AnyDefinition; target: string }) {
  // What links back to the record itself says nothing in its own list.
  const shown = definition.columns.filter((field) => field.link?.idSource !== target && !field.hidden);
  return (
    <DataTable rowClick={definition.listOnly ? false : "show"} bulkActionButtons={false} sx={{ width: "100%", overflowX: "auto" }}>
      {columnsOf(shown, definition)}
    </DataTable>
  );
}
