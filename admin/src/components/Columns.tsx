import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { Columns3 } from "lucide-react";
import { useState } from "react";
import { useStore } from "react-admin";

import { nameOf, type AnyDefinition, type FieldSpec } from "./definition";

/** The columns this person wants to see of a resource, and how to change that; kept in this browser. */
export function useColumns({ name, columns }: AnyDefinition) {
  const usual = columns.filter(({ hidden }) => hidden).map(({ source }) => source);
  const [hidden, hide] = useStore<string[]>(`${name}.hiddenColumns`, usual);
  const shown = columns.filter(({ source }, place) => place === 0 || !hidden.includes(source));
  const toggle = ({ source }: FieldSpec) =>
    hide(hidden.includes(source) ? hidden.filter((name) => name !== source) : [...hidden, source]);
  return { shown, hidden, toggle };
}

/** Chooses the columns; the first stays, because it leads to the record. */
export function ColumnsButton({ definition }: { definition: AnyDefinition }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        startIcon={<Columns3 size={16} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Columns
      </Button>
      {anchor ? <Choice definition={definition} anchor={anchor} onClose={() => setAnchor(null)} /> : null}
    </>
  );
}

function Choice({
  definition,
  anchor,
  onClose,
}: {
  definition: AnyDefinition;
  anchor: HTMLElement;
  onClose: () => void;
}) {
  const { hidden, toggle } = useColumns(definition);
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {definition.columns.slice(1).map((field) => {
        const shown = !hidden.includes(field.source);
        return (
          <MenuItem key={field.source} dense role="menuitemcheckbox" aria-checked={shown} onClick={() => toggle(field)}>
            <Checkbox
              checked={shown}
              tabIndex={-1}
              slotProps={{ input: { "aria-hidden": true } }}
              sx={{ p: 0, mr: 1 }}
            />
            {nameOf(field)}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
