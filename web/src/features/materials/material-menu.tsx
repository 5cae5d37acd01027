import { MoreHorizontal } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "@/components/ui/menu";
import { materials as words } from "@/lib/messages/materials";

import type { Material } from "./api";
import { EditMaterial } from "./edit-material";
import { nameOf } from "./material-words";
import { ReplaceDocument } from "./replace-document";

type MaterialMenuProps = { material: Material; onAnalyze: () => void; onRemove: () => void };

/**
 * What can be done with a material; what a brand was made from can only be renamed, or read again and replaced when it
 * is a file.
 */
export function MaterialMenu({ material, onAnalyze, onRemove }: MaterialMenuProps) {
  const [editing, setEditing] = useState(false);
  const [replacing, setReplacing] = useState(false);
  const readByRuns = material.isPrimary && material.kind === "website";
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label={words.menu(nameOf(material))}>
            <MoreHorizontal aria-hidden size={16} />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem onSelect={() => setEditing(true)}>{words.edit}</MenuItem>
          {material.kind === "document" ? (
            <MenuItem onSelect={() => setReplacing(true)}>{words.replace}</MenuItem>
          ) : null}
          {readByRuns ? null : <MenuItem onSelect={onAnalyze}>{words.analyze}</MenuItem>}
          {material.isPrimary ? null : (
            <>
              <MenuSeparator />
              <MenuItem onSelect={onRemove}>{words.remove}</MenuItem>
            </>
          )}
        </MenuContent>
      </Menu>
      {replacing ? <ReplaceDocument material={material} onClose={() => setReplacing(false)} /> : null}
      {editing ? <EditMaterial material={material} onClose={() => setEditing(false)} /> : null}
    </>
  );
}
