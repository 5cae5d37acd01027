import { FileText, Globe, SkipForward } from "lucide-react";
import { RadioGroup } from "radix-ui";

import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { cn } from "@/lib/cn";
import { onboarding } from "@/lib/messages/onboarding";
import { limits } from "@/lib/messages/validation";

import { DocumentPicker } from "./document-picker";
import { SiteHint } from "@/components/site/site-hint";
import type { Wizard } from "./use-wizard";
import type { Source } from "./wizard-types";
import { afterChoosing } from "./wizard-values";

const choices = [
  { value: "website", label: onboarding.website, text: onboarding.websiteText, icon: Globe },
  { value: "document", label: onboarding.document, text: onboarding.documentText, icon: FileText },
  { value: "skip", label: onboarding.skip, text: onboarding.skipText, icon: SkipForward },
] as const;

/** Website, document or neither; each choice clears what the others had. */
export function SourceStep({ wizard: { form, fileLost } }: { wizard: Wizard }) {
  const source = form.watch("source");
  const choose = (value: Source) => {
    const next = afterChoosing(value, form.getValues());
    form.setValue("source", next.source);
    form.setValue("websiteUrl", next.websiteUrl);
    form.setValue("file", next.file);
    form.clearErrors();
  };
  return (
    <>
      <RadioGroup.Root
        aria-label={onboarding.sourceLabel}
        value={source}
        onValueChange={(value) => choose(value as Source)}
        className="grid gap-2.5 sm:grid-cols-3"
      >
        {choices.map(({ value, label, text, icon: Icon }) => (
          <RadioGroup.Item
            key={value}
            value={value}
            className={cn(
              "flex items-start gap-3 rounded-card border p-3.5 text-left transition-colors sm:flex-col",
              source === value
                ? "border-accent bg-accent-surface"
                : "border-line bg-surface hover:border-line-strong hover:bg-hover",
            )}
          >
            <Icon aria-hidden size={20} className={source === value ? "text-accent-text" : "text-ink-3"} />
            <span>
              <span className="block font-medium text-ink">{label}</span>
              <span className="mt-0.5 block text-xs text-ink-2">{text}</span>
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      {source === "website" ? <WebsiteChoice form={form} /> : null}
      {source === "document" && fileLost && !form.watch("file") ? (
        <Alert kind="info">{onboarding.uploadAgain}</Alert>
      ) : null}
      {source === "document" ? <DocumentPicker form={form} /> : null}
      {source === "skip" ? <Alert kind="info">{onboarding.skipMissing}</Alert> : null}
    </>
  );
}

function WebsiteChoice({ form }: Pick<Wizard, "form">) {
  return (
    <div className="flex flex-col gap-3">
      <Field label={onboarding.websiteLabel} error={form.formState.errors.websiteUrl?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("websiteUrl", { onChange: () => form.clearErrors("websiteUrl") })}
            type="text"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={onboarding.websitePlaceholder}
            maxLength={limits.url}
            className="h-12! text-lg!"
          />
        )}
      </Field>
      <SiteHint url={form.watch("websiteUrl")} />
    </div>
  );
}
