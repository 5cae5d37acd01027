import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DialogContent } from "@/components/ui/dialog";
import { ErrorCard } from "@/components/ui/error-card";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { textOf } from "@/lib/http";
import { brands as words } from "@/lib/messages/sections";
import { limits, validation } from "@/lib/messages/validation";
import { toast } from "@/lib/toast";

import { BRANDS_KEY, brandQuery, changeBrand, type BrandDetail } from "./api";

/** A brand's names and audience. Other names change what counts as a mention, so stored answers are read again. */
export function EditBrand({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const brand = useQuery({ ...brandQuery(id), refetchOnMount: "always" });
  return (
    <DialogContent title={words.editTitle(name)} wide>
      {brand.data && !brand.isFetching ? (
        <EditForm brand={brand.data} onClose={onClose} />
      ) : brand.isError ? (
        <ErrorCard error={brand.error} onRetry={() => void brand.refetch()} />
      ) : (
        <Skeleton className="h-56" />
      )}
    </DialogContent>
  );
}

function EditForm({ brand, onClose }: { brand: BrandDetail; onClose: () => void }) {
  const client = useQueryClient();
  const [values, setValues] = useState({ name: brand.name, audience: brand.targetAudience, aliases: brand.aliases.join(", ") });
  const [problem, setProblem] = useState<string | undefined>();
  const save = useMutation({
    mutationFn: () =>
      changeBrand(brand.id, {
        name: values.name.trim(),
        targetAudience: values.audience.trim(),
        aliases: values.aliases.split(",").map((alias) => alias.trim()).filter(Boolean),
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: BRANDS_KEY });
      toast({ title: words.saved, variant: "success" });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (values.name.trim().length < 2) return setProblem(validation.businessName);
    save.mutate();
  };
  const change = (patch: Partial<typeof values>) => {
    setValues((old) => ({ ...old, ...patch }));
    setProblem(undefined);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={words.name} required error={problem}>
        {(control) => <Input {...control} maxLength={limits.businessName} value={values.name} onChange={(event) => change({ name: event.target.value })} />}
      </Field>
      <Field label={words.aliases} hint={words.aliasesHint}>
        {(control) => <Input {...control} maxLength={1000} value={values.aliases} onChange={(event) => change({ aliases: event.target.value })} />}
      </Field>
      <Field label={words.targetAudience}>
        {(control) => <Textarea {...control} rows={3} maxLength={limits.audience} value={values.audience} onChange={(event) => change({ audience: event.target.value })} />}
      </Field>
      {save.error ? <Alert kind="error">{textOf(save.error)}</Alert> : null}
      <Button type="submit" pending={save.isPending} className="self-start">
        {words.save}
      </Button>
    </form>
  );
}
