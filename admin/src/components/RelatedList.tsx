import Box from "@mui/material/Box";
import { Pagination, ReferenceManyField, ResourceContextProvider } from "react-admin";

import { NEWEST, type RelatedSpec } from "./definition";
import { PER_PAGE } from "./firstPage";
import { Filled, LIVE_MS } from "./ListPage";
import { useDefinition } from "./registry";
import { Table } from "./Table";

/** Rows of another resource that belong to the record around it, drawn with that resource's own columns. */
export function RelatedList({ resource, target }: RelatedSpec) {
  const definition = useDefinition(resource);
  // What links back to the record itself says nothing in its own list.
  const fields = definition.columns.filter((field) => field.link?.idSource !== target && !field.hidden);
  return (
    <ReferenceManyField
      label={false}
      reference={resource}
      target={target}
      sort={definition.sort ?? NEWEST}
      perPage={PER_PAGE}
      pagination={<Pagination rowsPerPageOptions={[25, 50, 100]} />}
      queryOptions={definition.live ? { refetchInterval: LIVE_MS } : {}}
    >
      <ResourceContextProvider value={resource}>
        <Filled definition={definition} without={target}>
          <Box sx={{ width: "100%", overflowX: "auto" }}>
            <Table definition={definition} fields={fields} />
          </Box>
        </Filled>
      </ResourceContextProvider>
    </ReferenceManyField>
  );
}
