import type { ComponentProps } from "react";
import type { UseFormReturn } from "react-hook-form";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

import type { SettingsField, SettingsValues } from "./settings-values";

type TextFieldProps = Omit<ComponentProps<typeof Input>, "form"> & {
  form: UseFormReturn<SettingsValues>;
  name: SettingsField;
  label: string;
  hint?: string;
  /** Both columns of the section. */
  full?: boolean;
};

export function TextField({ form, name, label, hint, full = false, required = false, ...rest }: TextFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      error={form.formState.errors[name]?.message}
      {...(full ? { className: "sm:col-span-2" } : {})}
    >
      {(control) => <Input {...control} {...form.register(name)} {...rest} />}
    </Field>
  );
}
