import Typography from "@mui/material/Typography";
import { DataTable, Pagination, ReferenceManyField, ResourceContextProvider } from "react-admin";

import { NEWEST, type RelatedSpec } from "./definition";
import { columnsOf } from "./ListPage";
import { useDefinition } from "./registry";

/** Rows of another resource that belong to the record around it, drawn with that resource's own columns. */
export function RelatedList({ resource, target }: RelatedSpec) {
  const definition = useDefinition(resource);
  const { columns, sort, label, listOnly } = definition;
  // What links back to the record itself says nothing in its own list.
  const shown = columns.filter((field) => field.link?.idSource !== target && !field.hidden);
  return (
    <ReferenceManyField
      label={false}
      reference={resource}
      target={target}
      sort={sort ?? NEWEST}
      perPage={25}
      pagination={<Pagination rowsPerPageOptions={[25, 50, 100]} />}
      empty={<Typography color="text.secondary">No {label.toLowerCase()}.</Typography>}
    >
      <ResourceContextProvider value={resource}>
        <DataTable rowClick={listOnly ? false : "show"} bulkActionButtons={false} sx={{ width: "100%", overflowX: "auto" }}>
          {columnsOf(shown, definition)}
        </DataTable>
      </ResourceContextProvider>
    </ReferenceManyField>
  );
}
