import { useState } from "react";

import { Button } from "@/components/ui/button";
import { DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { brands as words } from "@/lib/messages/sections";

/** Deleting asks for the name, so that nobody deletes the wrong brand. */
export function DeleteBrand({
  name,
  onCancel,
  onDelete,
}: {
  name: string;
  onCancel: () => void;
  onDelete: () => void;
}) {
  const [typed, setTyped] = useState("");
  return (
    <DialogContent
      title={words.removeTitle(name)}
      description={words.removeText}
      footer={
        <>
          <Button variant="ghost" onClick={onCancel}>
            {words.cancel}
          </Button>
          <Button variant="danger" disabled={typed.trim() !== name} onClick={onDelete}>
            {words.confirmRemove}
          </Button>
        </>
      }
    >
      <Field label={words.typeName(name)}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </DialogContent>
  );
}
