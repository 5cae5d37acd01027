import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { textOf } from "@/lib/http";
import { materials as words } from "@/lib/messages/materials";
import { toast } from "@/lib/toast";

import { changeMaterial, materialsKey, type Material } from "./api";
import { nameOf } from "./material-words";

/** A material's title and description; its words stay what they are. */
export function EditMaterial({ material, onClose }: { material: Material; onClose: () => void }) {
  const client = useQueryClient();
  const [values, setValues] = useState({ title: material.title, description: material.description });
  const save = useMutation({
    mutationFn: () =>
      changeMaterial(material.brandId, material.id, {
        title: values.title.trim(),
        description: values.description.trim(),
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: materialsKey(material.brandId) });
      toast({ title: words.saved, variant: "success" });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={words.editTitle(nameOf(material))} wide>
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <Field label={words.editName}>
            {(control) => (
              <Input
                {...control}
                maxLength={200}
                value={values.title}
                onChange={(event) => setValues((old) => ({ ...old, title: event.target.value }))}
              />
            )}
          </Field>
          <Field label={words.details}>
            {(control) => (
              <Textarea
                {...control}
                rows={4}
                maxLength={2000}
                value={values.description}
                onChange={(event) => setValues((old) => ({ ...old, description: event.target.value }))}
              />
            )}
          </Field>
          {save.error ? <Alert kind="error">{textOf(save.error)}</Alert> : null}
          <Button type="submit" pending={save.isPending} className="self-start">
            {words.save}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
