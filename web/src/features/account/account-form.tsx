import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordAdvice } from "@/components/ui/password-advice";
import { PasswordInput } from "@/components/ui/password-input";
import { textOf } from "@/lib/http";
import { limits } from "@/lib/messages/validation";

import { FormButtons, FormFailure, fieldOf } from "./row";

export type FieldSpec<F extends string> = {
  name: F;
  label: string;
  kind: "current-password" | "new-password" | "email" | "code";
  hint?: string;
};

type AccountFormProps<F extends string, R> = {
  label: string;
  fields: readonly FieldSpec<F>[];
  save: string;
  danger?: boolean;
  /** Shown above the fields. */
  intro?: ReactNode;
  send: (values: Record<F, string>) => Promise<R>;
  onDone: (result: R) => void;
  onCancel: () => void;
};

/** A short form about the account. The server's word on a field stands at that field; nothing typed is lost by it. */
export function AccountForm<F extends string, R>({ label, fields, save, danger = false, intro, send, onDone, onCancel }: AccountFormProps<F, R>) {
  const empty = Object.fromEntries(fields.map(({ name }) => [name, ""])) as Record<F, string>;
  const [values, setValues] = useState(empty);
  const mutation = useMutation({ mutationFn: send, onSuccess: onDone });
  const names = fields.map(({ name }) => name);
  const wrong = fieldOf(mutation.error, names);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mutation.isPending) mutation.mutate(values);
  };
  return (
    <form noValidate aria-label={label} onSubmit={submit} className="flex max-w-md flex-col gap-4">
      {intro}
      <FormFailure error={mutation.error} fields={names} />
      {fields.map(({ name, label: text, kind, hint }, position) => (
        <Field key={name} label={text} hint={hint} error={wrong === name ? textOf(mutation.error) : undefined}>
          {(control) => {
            const common = {
              ...control,
              value: values[name],
              autoFocus: position === 0,
              onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => setValues((old) => ({ ...old, [name]: currentTarget.value })),
            };
            if (kind === "email") return <Input {...common} type="email" autoComplete="email" inputMode="email" maxLength={limits.email} />;
            if (kind === "code") return <Input {...common} autoComplete="one-time-code" spellCheck={false} maxLength={40} className="tabular tracking-widest" />;
            return (
              <>
                <PasswordInput {...common} autoComplete={kind} maxLength={limits.password} />
                {kind === "new-password" ? <PasswordAdvice password={values[name]} /> : null}
              </>
            );
          }}
        </Field>
      ))}
      <FormButtons save={save} pending={mutation.isPending} danger={danger} onCancel={onCancel} />
    </form>
  );
}
