import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { onboarding } from "@/lib/messages/onboarding";
import { limits } from "@/lib/messages/validation";

import { AliasInput } from "./alias-input";
import { HowUsed } from "./how-used";
import type { Wizard } from "./use-wizard";

export function NameStep({ wizard: { form } }: { wizard: Wizard }) {
  const { errors } = form.formState;
  const name = form.watch("businessName").trim();
  const aliases = form.watch("aliases");
  return (
    <>
      <Field label={onboarding.nameLabel} error={errors.businessName?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("businessName", { onChange: () => form.clearErrors("businessName") })}
            autoComplete="organization"
            placeholder={onboarding.namePlaceholder}
            maxLength={limits.businessName}
            className="h-12! text-lg!"
          />
        )}
      </Field>
      <AliasInput value={aliases} onChange={(next) => form.setValue("aliases", next)} />
      <HowUsed>{usedText(name, aliases)}</HowUsed>
    </>
  );
}

function usedText(name: string, aliases: string[]): string {
  if (!name) return onboarding.usedNameEmpty;
  if (aliases.length === 0) return onboarding.usedName(name);
  return onboarding.usedNames(
    name,
    new Intl.ListFormat("en", { type: "disjunction" }).format(aliases.map((alias) => `“${alias}”`)),
  );
}
