import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";

/** A document as indented JSON; folded to its first line until somebody wants to read it. */
export function JsonView({ value, folded = false }: { value: unknown; folded?: boolean }) {
  const [open, setOpen] = useState(!folded);
  const text = JSON.stringify(value, null, 2);
  if (!open) {
    return (
      <Button size="small" onClick={(event) => { event.stopPropagation(); setOpen(true); }}>
        Show
      </Button>
    );
  }
  return (
    <Box
      component="pre"
      tabIndex={0}
      aria-label="JSON"
      sx={{ m: 0, p: 1.5, maxHeight: 420, overflow: "auto", bgcolor: "action.hover", borderRadius: 1, fontSize: 12, lineHeight: 1.5, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
    >
      {text}
    </Box>
  );
}
