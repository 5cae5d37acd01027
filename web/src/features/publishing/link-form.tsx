import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";

import { invalidate, SHARES_KEY } from "@/api/live";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { Select } from "@/components/ui/select";
import { textOf } from "@/lib/http";
import { links as words } from "@/lib/messages/outputs";

import { makeLink, SECTIONS, type ShareSection } from "./api/links";
import type { Source } from "./export-view";
import { draftOf, onScreen, periodsFor, problemsOf, newLinkOf, type LinkDraft } from "./link-draft";

type LinkFormProps = { brandId: string; source: Source; onMade: (id: string) => void; onCancel: (() => void) | null };

/** What a new link shows, to whom and for how long; the filters of the screen can be kept. */
export function LinkForm({ brandId, source, onMade, onCancel }: LinkFormProps) {
  const client = useQueryClient();
  const screen = onScreen(source.params);
  const [draft, setDraft] = useState<LinkDraft>(() => draftOf(source.name, screen));
  const [tried, setTried] = useState(false);
  const set = (patch: Partial<LinkDraft>) => setDraft((old) => ({ ...old, ...patch }));
  const toggle = (name: ShareSection) =>
    set({
      sections: draft.sections.includes(name)
        ? draft.sections.filter((other) => other !== name)
        : [...draft.sections, name],
    });
  const make = useMutation({
    mutationFn: () => makeLink(brandId, newLinkOf(draft, screen)),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: SHARES_KEY });
      onMade(id);
    },
    onError: () => invalidate(client, [SHARES_KEY]),
  });
  const problems = tried ? problemsOf(draft) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problemsOf(draft)).length === 0 && !make.isPending) make.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {make.isError ? <Alert kind="error">{textOf(make.error)}</Alert> : null}
      <Field label={words.name} hint={words.nameHint} error={problems.name} required>
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={120}
            autoComplete="off"
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.period}>
          {(control) => (
            <Select
              {...control}
              value={draft.period}
              onChange={(event) => set({ period: event.target.value as LinkDraft["period"] })}
            >
              {periodsFor(screen).map((value) => (
                <option key={value} value={value}>
                  {words.periods[value]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={words.expiry}>
          {(control) => (
            <Select
              {...control}
              value={draft.expiry}
              onChange={(event) => set({ expiry: event.target.value as LinkDraft["expiry"] })}
            >
              {(["never", "7", "30", "90"] as const).map((value) => (
                <option key={value} value={value}>
                  {words.expiries[value]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="text-sm font-medium">{words.sections}</legend>
        <div className="mt-2 grid gap-2 sm:grid-cols-2">
          {SECTIONS.map((name) => (
            <Tick key={name} checked={draft.sections.includes(name)} onChange={() => toggle(name)}>
              {words.sectionNames[name]}
            </Tick>
          ))}
        </div>
      </fieldset>
      {screen.filters ? (
        <Tick checked={draft.keepFilters} onChange={() => set({ keepFilters: !draft.keepFilters })}>
          {words.keepFilters(screen.filters)}
        </Tick>
      ) : null}
      <Field label={words.password} hint={words.passwordHint} error={problems.password}>
        {(control) => (
          <PasswordInput
            {...control}
            value={draft.password}
            autoComplete="new-password"
            maxLength={128}
            onChange={(event) => set({ password: event.target.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={make.isPending}>
          {make.isPending ? words.creating : words.makeFirst}
        </Button>
        {onCancel ? (
          <Button variant="secondary" onClick={onCancel}>
            {words.cancel}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function Tick({ checked, onChange, children }: { checked: boolean; onChange: () => void; children: string }) {
  return (
    <label className="flex items-start gap-2">
      <input type="checkbox" className="mt-1 size-4 shrink-0 accent-accent" checked={checked} onChange={onChange} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  );
}
