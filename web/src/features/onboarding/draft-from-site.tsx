import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Wand2 } from "lucide-react";
import { useState, type KeyboardEvent } from "react";

import { siteQuery, type SiteCheck } from "@/api/sites";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { textOf } from "@/lib/http";
import { onboarding } from "@/lib/messages/onboarding";
import { limits } from "@/lib/messages/validation";
import { looksLikeWebsite, withScheme } from "@/lib/website";

import type { Wizard } from "./use-wizard";

/** The site's own description as a first draft; its address is not asked for again in the next step. */
export function DraftFromSite({ form }: Pick<Wizard, "form">) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [url, setUrl] = useState(() => form.getValues("websiteUrl"));
  const [problem, setProblem] = useState<string>();
  const read = useMutation({
    mutationFn: () => client.fetchQuery(siteQuery(url.trim())),
    onSuccess: (check) => {
      if (form.getValues("source") === "website") form.setValue("websiteUrl", url.trim());
      if (check?.description && !form.getValues("businessDescription").trim()) write(check.description);
    },
  });
  const write = (text: string) => {
    form.setValue("businessDescription", text, { shouldDirty: true });
    form.clearErrors("businessDescription");
  };
  const use = (text: string) => {
    write(text);
    form.setFocus("businessDescription"); // its button is gone now
  };
  const start = () => {
    setProblem(looksLikeWebsite(url) ? undefined : url.trim() ? onboarding.websiteInvalid : onboarding.websiteRequired);
    if (looksLikeWebsite(url) && !read.isPending) read.mutate();
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    start();
  };
  if (!open) {
    return (
      <Button variant="link" size="sm" className="-mt-2 self-start" onClick={() => setOpen(true)}>
        <Wand2 aria-hidden size={16} />
        {onboarding.draft}
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4">
      <Field label={onboarding.websiteLabel} hint={onboarding.draftHint} error={problem}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              autoFocus
              value={url}
              onChange={(event) => {
                setUrl(event.target.value);
                setProblem(undefined);
              }}
              onKeyDown={onEnter}
              type="text"
              inputMode="url"
              autoComplete="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={onboarding.websitePlaceholder}
              maxLength={limits.url}
            />
            <Button variant="secondary" pending={read.isPending} onClick={start}>
              {onboarding.draftAction}
            </Button>
          </div>
        )}
      </Field>
      <div role="status" className="text-sm text-ink-2 empty:hidden">
        {read.isPending ? onboarding.drafting : null}
        {read.data && !read.isPending ? (
          <Found check={read.data} now={form.watch("businessDescription")} onUse={use} />
        ) : null}
      </div>
      {read.isError || (read.isSuccess && !read.data?.reachable) ? (
        <Alert kind="warning">
          {onboarding.draftFailed(read.isError ? textOf(read.error) : (read.data?.reason ?? onboarding.draftSilent))}
        </Alert>
      ) : null}
    </div>
  );
}

/** What the site says of itself: taken over where nothing was written yet, offered otherwise. */
function Found({ check, now, onUse }: { check: SiteCheck; now: string; onUse: (text: string) => void }) {
  if (!check.reachable) return null;
  const host = new URL(check.foundUrl ?? check.finalUrl ?? withScheme(check.url)).host;
  const { description } = check;
  if (!description) return onboarding.draftNothing(host);
  if (now === description) return onboarding.drafted(host);
  return (
    <>
      <p>{onboarding.draftFound(host)}</p>
      <blockquote className="evidence my-2 text-ink">{description}</blockquote>
      <Button variant="secondary" size="sm" onClick={() => onUse(description)}>
        {onboarding.draftUse}
      </Button>
    </>
  );
}
