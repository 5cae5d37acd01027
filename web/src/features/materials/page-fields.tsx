import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { materials as words } from "@/lib/messages/materials";

import { MOST } from "./addresses";
import type { MaterialDraft } from "./material-draft";
import type { MaterialProblems } from "./material-problems";

type PageFieldsProps = {
  values: MaterialDraft;
  problems: MaterialProblems;
  onChange: (patch: Partial<MaterialDraft>) => void;
};

/** One page with its title, or several by their addresses alone. */
export function PageFields({ values, problems, onChange }: PageFieldsProps) {
  return (
    <>
      {values.several ? (
        <Field label={words.addresses} required hint={words.addressesHint(MOST)} error={problems.urls}>
          {(control) => (
            <Textarea
              {...control}
              rows={8}
              spellCheck={false}
              placeholder={words.urlPlaceholder}
              value={values.urls}
              onChange={(e) => onChange({ urls: e.target.value })}
            />
          )}
        </Field>
      ) : (
        <>
          <Field label={words.url} required hint={words.urlHint} error={problems.url}>
            {(control) => (
              <Input
                {...control}
                inputMode="url"
                autoComplete="url"
                maxLength={2048}
                placeholder={words.urlPlaceholder}
                value={values.url}
                onChange={(e) => onChange({ url: e.target.value })}
              />
            )}
          </Field>
          <Field label={words.pageTitle} error={problems.title}>
            {(control) => (
              <Input
                {...control}
                maxLength={200}
                value={values.title}
                onChange={(e) => onChange({ title: e.target.value })}
              />
            )}
          </Field>
        </>
      )}
      <Button variant="link" size="sm" className="self-start" onClick={() => onChange({ several: !values.several })}>
        {values.several ? words.single : words.several}
      </Button>
    </>
  );
}
