import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";

import { brandKey } from "@/api/live";
import { BUSINESS_INFO_KEY } from "@/api/session";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError, textOf } from "@/lib/http";
import { facts } from "@/lib/messages/facts";
import { brands as words } from "@/lib/messages/sections";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { toast } from "@/lib/toast";

import { BRANDS_KEY, brandQuery, changeBrand, type TaggedBrand } from "./api";
import { ProfileFields } from "./profile-fields";
import {
  changeOf,
  problemsFrom,
  problemsOf,
  valuesOf,
  type ProfileProblems,
  type ProfileValues,
} from "./profile-values";

/** A brand's profile. Other names change what counts as a mention, so stored answers are read again. */
export function EditBrand({ id, name, onClose }: { id: string; name: string | undefined; onClose: () => void }) {
  const brand = useQuery({ ...brandQuery(id), refetchOnMount: "always" });
  const called = name ?? brand.data?.brand.name;
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent title={called ? words.editTitle(called) : words.edit}>
        <div className="px-5 pb-6">
          {brand.data && !brand.isFetching ? (
            <EditForm key={brand.data.tag} read={brand.data} onClose={onClose} onReload={() => void brand.refetch()} />
          ) : brand.isError ? (
            <ErrorCard error={brand.error} onRetry={() => void brand.refetch()} />
          ) : (
            <Skeleton className="h-96" />
          )}
        </div>
      </SheetContent>
    </Sheet>
  );
}

type EditFormProps = { read: TaggedBrand; onClose: () => void; onReload: () => void };

function EditForm({ read, onClose, onReload }: EditFormProps) {
  const client = useQueryClient();
  const [before] = useState(() => valuesOf(read.brand));
  const [values, setValues] = useState(before);
  const [problems, setProblems] = useState<ProfileProblems>({});
  const save = useMutation({
    mutationFn: (tag: string | null) => changeBrand(read.brand.id, changeOf(before, values), tag),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: BRANDS_KEY });
      void client.invalidateQueries({ queryKey: BUSINESS_INFO_KEY });
      void client.invalidateQueries({ queryKey: brandKey(read.brand.id) });
      toast({ title: words.saved, variant: "success" });
      onClose();
    },
    onError: (error) => setProblems(error instanceof ApiError ? problemsFrom(error.body?.errors ?? []) : {}),
  });
  const conflict = save.error instanceof ApiError && save.error.status === 412;
  const change = (patch: Partial<ProfileValues>) => {
    setValues((old) => ({ ...old, ...patch }));
    setProblems({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(values);
    setProblems(found);
    if (!Object.keys(found).length && !save.isPending) save.mutate(read.tag);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ProfileFields values={values} problems={problems} onChange={change} />
      <Link
        to={`${paths.homepage}?brand=${read.brand.id}&facts=1`}
        className="self-start text-sm font-medium text-accent-text underline underline-offset-4"
      >
        {facts.title}
      </Link>
      {conflict ? (
        <Alert
          kind="warning"
          title={words.conflict}
          action={
            <span className="flex gap-3">
              <Button variant="secondary" size="sm" onClick={() => save.mutate(null)}>
                {words.overwrite}
              </Button>
              <Button size="sm" onClick={onReload}>
                {words.reload}
              </Button>
            </span>
          }
        />
      ) : save.error && !Object.keys(problems).length ? (
        <Alert kind="error">{textOf(save.error)}</Alert>
      ) : null}
      <div className="flex gap-3">
        <Button type="submit" pending={save.isPending}>
          {words.save}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
