import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { labelOf, languageChoices, marketChoices, type Choice } from "@/lib/locales";
import { onboarding } from "@/lib/messages/onboarding";
import { limits } from "@/lib/messages/validation";

import { HowUsed } from "./how-used";
import type { Wizard } from "./use-wizard";

export function AudienceStep({ wizard: { form } }: { wizard: Wizard }) {
  const audience = form.watch("targetAudience").trim();
  const market = labelOf(marketChoices, form.watch("market"));
  const language = labelOf(languageChoices, form.watch("language"));
  return (
    <>
      <Field label={onboarding.audienceLabel} error={form.formState.errors.targetAudience?.message}>
        {(control) => (
          <Textarea
            {...control}
            {...form.register("targetAudience", { onChange: () => form.clearErrors("targetAudience") })}
            rows={3}
            placeholder={onboarding.audiencePlaceholder}
            maxLength={limits.audience}
            className="text-lg!"
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={onboarding.market}>
          {(control) => (
            <Select {...control} {...form.register("market")} autoComplete="country">
              <Options choices={marketChoices} />
            </Select>
          )}
        </Field>
        <Field label={onboarding.language}>
          {(control) => (
            <Select {...control} {...form.register("language")} autoComplete="language">
              <Options choices={languageChoices} />
            </Select>
          )}
        </Field>
      </div>
      <HowUsed>
        {audience
          ? onboarding.usedAudience(audience, market, language)
          : onboarding.usedAudienceEmpty(market, language)}
      </HowUsed>
    </>
  );
}

function Options({ choices }: { choices: Choice[] }) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
