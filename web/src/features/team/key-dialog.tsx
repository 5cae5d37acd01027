import { useState, type FormEvent } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { textOf } from "@/lib/http";
import { apiKeys as words, team } from "@/lib/messages/team";

import { KEYS_KEY, makeKey, type NewKey } from "./api";
import { useAction } from "./use-action";

type Scope = NonNullable<NewKey["scope"]>;
const DEFAULT_DAYS = 90;

/** Asks what the key is for and shows it once. */
export function KeyDialog({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }) {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Scope>("read");
  const [days, setDays] = useState<number | null>(DEFAULT_DAYS);
  const [every, setEvery] = useState(false);
  const make = useAction<NewKey, { secret: string }>({ run: makeKey, saidInPlace: true, outdated: KEYS_KEY });
  if (make.data) return <SecretDialog words={words} secret={make.data.secret} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!make.isPending) make.mutate({ name, scope, expiresInDays: days, everyWorkspace: every });
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={words.createTitle}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {team.cancel}
            </Button>
            <Button type="submit" form="api-key" pending={make.isPending}>
              {words.create}
            </Button>
          </>
        }
      >
        <form id="api-key" noValidate onSubmit={submit} className="flex flex-col gap-4">
          {make.isError ? <Alert kind="error">{textOf(make.error)}</Alert> : null}
          <Field label={words.name} hint={words.nameHint} required>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={100}
                autoComplete="off"
                onChange={(event) => setName(event.target.value)}
                autoFocus
              />
            )}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={words.scope} hint={mayWrite ? undefined : words.writeLocked}>
              {(control) => (
                <Select {...control} value={scope} onChange={(event) => setScope(event.target.value as Scope)}>
                  <option value="read">{words.scopes.read}</option>
                  <option value="write" disabled={!mayWrite}>
                    {words.scopes.write}
                  </option>
                </Select>
              )}
            </Field>
            <Field label={words.expiry}>
              {(control) => (
                <Select
                  {...control}
                  value={days ?? ""}
                  onChange={(event) => setDays(event.target.value ? Number(event.target.value) : null)}
                >
                  {words.expiries.map((choice) => (
                    <option key={choice.label} value={choice.days ?? ""}>
                      {choice.label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <label className="flex gap-3">
            <input
              type="checkbox"
              checked={every}
              onChange={(event) => setEvery(event.target.checked)}
              className="mt-1 size-4 accent-accent"
            />
            <span>
              {words.every}
              <span className="block text-sm text-ink-3">{words.everyHint}</span>
            </span>
          </label>
        </form>
      </DialogContent>
    </Dialog>
  );
}
