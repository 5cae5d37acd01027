import { useMutation } from "@tanstack/react-query";
import { Fragment, useState, type FormEvent, type ReactNode } from "react";

import type { PasskeyAnswer } from "@/api/passkeys";
import { Field, type FieldControl } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordAdvice } from "@/components/ui/password-advice";
import { PasswordInput } from "@/components/ui/password-input";
import { textOf } from "@/lib/http";
import { limits } from "@/lib/messages/validation";

import { PasskeyProof } from "./passkey-proof";
import { FormButtons, FormFailure, fieldOf } from "./row";

export type FieldSpec<F extends string> = {
  name: F;
  label: string;
  kind: "current-password" | "new-password" | "email" | "code" | "name";
  hint?: string;
  /** What is said at the field when it was left empty; then nothing is sent. */
  missing?: string;
  /** What the field begins with. */
  value?: string;
  /** Whether a passkey may be used in place of this field. */
  passkey?: boolean;
};

type Values<F extends string> = Record<F, string> & { passkey?: PasskeyAnswer };

type AccountFormProps<F extends string, R> = {
  label: string;
  fields: readonly FieldSpec<F>[];
  save: string;
  danger?: boolean;
  /** Shown above the fields. */
  intro?: ReactNode;
  send: (values: Values<F>) => Promise<R>;
  onDone: (result: R) => void;
  onCancel: () => void;
};

/**
 * A short form about the account. What is missing, and the server's word on a field, stand at that field; nothing typed
 * is lost.
 */
export function AccountForm<F extends string, R>({
  label,
  fields,
  save,
  danger = false,
  intro,
  send,
  onDone,
  onCancel,
}: AccountFormProps<F, R>) {
  const empty = Object.fromEntries(fields.map(({ name, value }) => [name, value ?? ""])) as Record<F, string>;
  const [values, setValues] = useState(empty);
  const [asked, setAsked] = useState<readonly F[]>([]);
  const mutation = useMutation({ mutationFn: send, onSuccess: onDone });
  const names = fields.map(({ name }) => name);
  const wrong = fieldOf(mutation.error, names);
  const lacks = ({ name, missing }: FieldSpec<F>) => (values[name].trim() ? undefined : missing);
  const wordOn = (field: FieldSpec<F>) =>
    (asked.includes(field.name) && lacks(field)) || (wrong === field.name ? textOf(mutation.error) : undefined);
  const give = (given: Values<F>, needed: readonly FieldSpec<F>[]) => {
    setAsked(needed.map(({ name }) => name));
    if (!mutation.isPending && !needed.some(lacks)) mutation.mutate(given);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    give(values, fields);
  };
  return (
    <form noValidate aria-label={label} onSubmit={submit} className="flex max-w-md flex-col gap-4">
      {intro}
      <FormFailure error={mutation.error} fields={names} />
      {fields.map((field, position) => (
        <Fragment key={field.name}>
          {field.passkey ? (
            <PasskeyProof
              pending={mutation.isPending}
              onAnswer={(passkey) =>
                give(
                  { ...values, passkey },
                  fields.filter((other) => other !== field),
                )
              }
            />
          ) : null}
          <Field label={field.label} hint={field.hint} error={wordOn(field)}>
            {(control) => (
              <AccountInput
                control={control}
                kind={field.kind}
                value={values[field.name]}
                autoFocus={position === 0 && !field.passkey}
                onChange={(value) => setValues((old) => ({ ...old, [field.name]: value }))}
              />
            )}
          </Field>
        </Fragment>
      ))}
      <FormButtons save={save} pending={mutation.isPending} danger={danger} onCancel={onCancel} />
    </form>
  );
}

type AccountInputProps = {
  control: FieldControl;
  kind: FieldSpec<string>["kind"];
  value: string;
  autoFocus: boolean;
  onChange: (value: string) => void;
};

function AccountInput({ control, kind, value, autoFocus, onChange }: AccountInputProps) {
  const common = {
    ...control,
    value,
    autoFocus,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(currentTarget.value),
  };
  if (kind === "email")
    return <Input {...common} type="email" autoComplete="email" inputMode="email" maxLength={limits.email} />;
  if (kind === "code")
    return (
      <Input
        {...common}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        className="tabular tracking-widest"
      />
    );
  if (kind === "name") return <Input {...common} autoComplete="off" maxLength={60} />;
  return (
    <>
      <PasswordInput {...common} autoComplete={kind} maxLength={limits.password} />
      {kind === "new-password" ? <PasswordAdvice password={value} /> : null}
    </>
  );
}
