import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { onboarding } from "@/lib/messages/onboarding";
import { limits } from "@/lib/messages/validation";

import { DraftFromSite } from "./draft-from-site";
import { HowUsed } from "./how-used";
import type { Wizard } from "./use-wizard";

export function DescriptionStep({ wizard: { form } }: { wizard: Wizard }) {
  const used = form.watch("businessDescription").length;
  return (
    <>
      <Field
        label={onboarding.descriptionLabel}
        error={form.formState.errors.businessDescription?.message}
        aside={onboarding.counter(used, limits.description)}
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register("businessDescription", { onChange: () => form.clearErrors("businessDescription") })}
            rows={6}
            placeholder={onboarding.descriptionPlaceholder}
            maxLength={limits.description}
            className="text-lg!"
          />
        )}
      </Field>
      <DraftFromSite form={form} />
      <HowUsed>{onboarding.usedDescription}</HowUsed>
    </>
  );
}
