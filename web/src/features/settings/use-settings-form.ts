import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";

import { brandsQuery } from "@/api/brands";
import { everyBrand, invalidate } from "@/api/live";
import { BUSINESS_INFO_KEY, userQuery, type BusinessInfo } from "@/api/session";
import { ApiError, textOf } from "@/lib/http";
import { settings } from "@/lib/messages/settings";
import { toast } from "@/lib/toast";

import { saveSettings, storedQuery, type Stored } from "./api";
import {
  bodyOf,
  problemsOf,
  settingsSchema,
  valuesOf,
  type SettingsField,
  type SettingsValues,
} from "./settings-values";

export type SettingsForm = ReturnType<typeof useSettingsForm>;

/** The form over what is stored; dirty exactly while it differs from that. */
export function useSettingsForm(first: Stored) {
  const client = useQueryClient();
  const [stored, setStored] = useState(first);
  const [conflict, setConflict] = useState(false);
  const start = useMemo(() => valuesOf(stored.info), [stored]);
  const resolver = useMemo(() => standardSchemaResolver(settingsSchema(start)), [start]);
  const form = useForm<SettingsValues>({ resolver, defaultValues: start });

  /** Starts over from `next`, but keeps what was typed after `sent` left. */
  const adopt = (next: Stored, sent: SettingsValues) => {
    const typed = { ...form.getValues() };
    setStored(next);
    form.reset(valuesOf(next.info));
    for (const field of Object.keys(sent) as SettingsField[]) {
      if (typed[field] !== sent[field]) form.setValue(field, typed[field], { shouldDirty: true });
    }
  };

  const saving = useMutation({
    mutationFn: ({ values, etag }: { values: SettingsValues; sent: SettingsValues; etag: string | null }) =>
      saveSettings(bodyOf(values), etag),
    onSuccess: (saved, { sent }) => {
      adopt(saved, sent);
      share(client, saved.info);
      toast({ title: settings.savedTitle, description: settings.savedText, variant: "success" });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 412) return setConflict(true);
      const problems = problemsOf(error instanceof ApiError ? error.body?.errors : undefined);
      problems.forEach(({ field, message }, index) => form.setError(field, { message }, { shouldFocus: index === 0 }));
      toast({ title: settings.failedTitle, description: settings.failedText, variant: "destructive" });
    },
  });

  const save = (etag: string | null) =>
    form.handleSubmit((values) => {
      if (!saving.isPending) saving.mutate({ values, sent: { ...form.getValues() }, etag });
    });
  const reload = async () => {
    try {
      const next = await client.fetchQuery({ ...storedQuery, staleTime: 0 });
      setStored(next);
      form.reset(valuesOf(next.info));
      share(client, next.info);
    } catch (error) {
      toast({ title: settings.loadFailed, description: textOf(error), variant: "destructive" });
    }
  };

  return {
    form,
    dirty: form.formState.isDirty,
    saving: saving.isPending,
    /** Why the last save failed; a conflict is a question of its own. */
    failure: saving.error && !conflict && !isConflict(saving.error) ? textOf(saving.error) : null,
    submit: save(stored.tag),
    discard: () => {
      saving.reset();
      form.reset(start);
    },
    conflict: {
      open: conflict,
      close: () => setConflict(false),
      overwrite: () => {
        setConflict(false);
        void save(null)();
      },
      reload: () => {
        setConflict(false);
        saving.reset();
        void reload();
      },
    },
  };
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;

/** The rest of the application learns the new names at once. */
function share(client: QueryClient, info: BusinessInfo): void {
  client.setQueryData(BUSINESS_INFO_KEY, info);
  client.setQueryData(userQuery.queryKey, (user) =>
    user ? { ...user, firstName: info.firstName ?? user.firstName, lastName: info.lastName ?? user.lastName } : user,
  );
  invalidate(client, [brandsQuery.queryKey, everyBrand]);
}
