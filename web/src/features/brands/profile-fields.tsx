import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { localeName } from "@/lib/locale-name";
import { languageChoices, marketChoices } from "@/lib/locales";
import { brands as words } from "@/lib/messages/sections";
import { limits } from "@/lib/messages/validation";

import { TONES, type ProfileProblems, type ProfileValues } from "./profile-values";

type ProfileFieldsProps = {
  values: ProfileValues;
  problems: ProfileProblems;
  onChange: (patch: Partial<ProfileValues>) => void;
};

/** Everything that describes a brand: what it is called, what is its own, and whom it speaks to. */
export function ProfileFields({ values, problems, onChange }: ProfileFieldsProps) {
  const known = languageChoices.some((choice) => choice.value === values.language);
  return (
    <>
      <Field label={words.name} required error={problems.name}>
        {(control) => (
          <Input
            {...control}
            maxLength={limits.businessName}
            value={values.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.aliases} hint={words.aliasesHint} error={problems.aliases}>
        {(control) => (
          <Input
            {...control}
            maxLength={1000}
            value={values.aliases}
            onChange={(event) => onChange({ aliases: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.commonWord} error={problems.isCommonWord}>
        {(control) => (
          <Select
            {...control}
            value={values.isCommonWord}
            onChange={(event) => onChange({ isCommonWord: event.target.value as ProfileValues["isCommonWord"] })}
          >
            {Object.entries(words.commonWords).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.url} hint={words.urlHint} error={problems.websiteUrl}>
        {(control) => (
          <Input
            {...control}
            inputMode="url"
            maxLength={limits.url}
            value={values.websiteUrl}
            onChange={(event) => onChange({ websiteUrl: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.prefixes} hint={words.prefixesHint} error={problems.ownedPrefixes}>
        {(control) => (
          <Input
            {...control}
            maxLength={4000}
            value={values.ownedPrefixes}
            onChange={(event) => onChange({ ownedPrefixes: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.description} error={problems.description}>
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            maxLength={limits.description}
            value={values.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.targetAudience} error={problems.targetAudience}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={limits.audience}
            value={values.targetAudience}
            onChange={(event) => onChange({ targetAudience: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.tone} error={problems.tone}>
        {(control) => (
          <Select {...control} value={values.tone} onChange={(event) => onChange({ tone: event.target.value })}>
            <option value="">{words.toneInferred}</option>
            {TONES.map((tone) => (
              <option key={tone}>{tone}</option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.market} error={problems.market}>
          {(control) => (
            <Select {...control} value={values.market} onChange={(event) => onChange({ market: event.target.value })}>
              {marketChoices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={words.language} error={problems.language}>
          {(control) => (
            <Select
              {...control}
              value={values.language}
              onChange={(event) => onChange({ language: event.target.value })}
            >
              {known ? null : <option value={values.language}>{localeName(values.language)}</option>}
              {languageChoices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </>
  );
}
