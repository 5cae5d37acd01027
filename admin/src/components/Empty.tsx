import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useListContext } from "react-admin";

import type { AnyDefinition } from "./definition";

/** A list without rows: what would be here, or that the filters leave nothing, with the way out. */
export function Empty({ definition }: { definition: AnyDefinition }) {
  const { filterValues, setFilters } = useListContext();
  const { icon: Icon, label, empty } = definition;
  const filtered = Object.keys((filterValues ?? {}) as object).length > 0;
  return (
    <Box
      sx={{
        display: "grid",
        justifyItems: "center",
        gap: 1,
        px: 2,
        py: 6,
        textAlign: "center",
        color: "text.secondary",
      }}
    >
      <Box
        aria-hidden
        sx={{ display: "grid", placeItems: "center", width: 44, height: 44, borderRadius: 2, bgcolor: "action.hover" }}
      >
        <Icon size={22} />
      </Box>
      <Typography component="p" sx={{ fontWeight: 600, color: "text.primary" }}>
        {filtered ? `No ${label.toLowerCase()} match` : `No ${label.toLowerCase()} yet`}
      </Typography>
      <Typography variant="body2" sx={{ maxWidth: 420 }}>
        {filtered ? "Nothing fits the search and filters above." : empty}
      </Typography>
      {filtered ? (
        <Button size="small" variant="outlined" onClick={() => setFilters({}, {})}>
          Clear search and filters
        </Button>
      ) : null}
    </Box>
  );
}
