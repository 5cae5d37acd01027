import { useState, type FormEvent } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { textOf } from "@/lib/http";
import { engines as words } from "@/lib/messages/engines";

import type { Credential, Engine } from "./api/engines";
import { changeOf, problemsOf, valuesOf, type EngineProblems, type EngineValues } from "./engine-values";
import { useEngineActions } from "./use-engine-actions";

const SERVER = "compatible";

/** Connects an engine or changes how it is used. The key field is always empty when it opens. */
export function EngineForm({
  engine,
  stored,
  onClose,
}: {
  engine: Engine;
  stored: Credential | undefined;
  onClose: () => void;
}) {
  const isServer = engine.id === SERVER;
  const hasKey = Boolean(stored?.connected);
  const [values, setValues] = useState(() => valuesOf(stored));
  const [problems, setProblems] = useState<EngineProblems>({});
  const { save, saving, failure } = useEngineActions(engine, onClose);
  const change = (patch: Partial<EngineValues>) => {
    setValues((old) => ({ ...old, ...patch }));
    setProblems({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(values, { isServer, hasKey });
    setProblems(found);
    if (!Object.keys(found).length) save(changeOf(values));
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2"
      aria-label={`${words.connect}: ${engine.name}`}
    >
      <Field
        label={words.key}
        required={!isServer && !hasKey}
        hint={hasKey ? words.keyReplace : words.keyHint}
        error={problems.apiKey}
        className="sm:col-span-2"
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            value={values.apiKey}
            onChange={(event) => change({ apiKey: event.target.value })}
          />
        )}
      </Field>
      {isServer ? (
        <Field label={words.baseUrl} required hint={words.baseUrlHint} error={problems.baseUrl}>
          {(control) => (
            <Input
              {...control}
              inputMode="url"
              maxLength={2048}
              value={values.baseUrl}
              onChange={(event) => change({ baseUrl: event.target.value })}
            />
          )}
        </Field>
      ) : null}
      <Field label={words.model} required={isServer} {...(isServer ? {} : { hint: words.modelHint })}>
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            placeholder={engine.model}
            value={values.model}
            onChange={(event) => change({ model: event.target.value })}
          />
        )}
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_110px] items-start gap-2">
        <Field label={words.cap} hint={words.capHint} error={problems.cap}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              maxLength={12}
              value={values.cap}
              onChange={(event) => change({ cap: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.capUnit}>
          {(control) => (
            <Select
              {...control}
              value={values.unit}
              onChange={(event) => change({ unit: event.target.value as EngineValues["unit"] })}
            >
              {Object.entries(words.capUnits).map(([unit, label]) => (
                <option key={unit} value={unit}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {failure ? (
        <Alert kind="error" className="sm:col-span-2">
          {textOf(failure)}
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" size="sm" pending={saving}>
          {words.save}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
