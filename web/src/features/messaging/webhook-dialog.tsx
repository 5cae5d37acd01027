import { useState, type FormEvent } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { textOf } from "@/lib/http";
import { integrations as words } from "@/lib/messages/delivery";
import { useAction } from "@/lib/use-action";

import { changeWebhook, ENDPOINTS_KEY, makeWebhook, type Endpoint, type EndpointEvent } from "./api";
import { Checks } from "./checks";

type Values = { name: string; url: string; events: EndpointEvent[] };
const FIRST: EndpointEvent[] = ["run-completed", "alert-fired"];

/** Makes a webhook and shows its secret once, or changes one. */
export function WebhookDialog({ webhook, onClose }: { webhook: Endpoint | null; onClose: () => void }) {
  const [name, setName] = useState(webhook?.name ?? "");
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [events, setEvents] = useState<EndpointEvent[]>(webhook?.events ?? FIRST);
  const make = useAction<Values, { secret: string }>({ outdated: ENDPOINTS_KEY, run: makeWebhook });
  const change = useAction({ outdated: ENDPOINTS_KEY, run: changeWebhook, done: onClose });
  if (make.data) return <SecretDialog secret={make.data.secret} words={words} onClose={onClose} />;
  const pending = make.isPending || change.isPending;
  const error = make.error ?? change.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const values = { name, url: url.trim(), events };
    if (webhook) change.mutate({ id: webhook.id, ...values });
    else make.mutate(values);
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={webhook ? words.editTitle : words.createTitle}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" form="webhook" pending={pending}>
              {webhook ? words.save : words.create}
            </Button>
          </>
        }
      >
        <form id="webhook" noValidate onSubmit={submit} className="flex flex-col gap-4">
          {error ? <Alert kind="error">{textOf(error)}</Alert> : null}
          <Field label={words.name} required>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={80}
                autoComplete="off"
                onChange={(event) => setName(event.target.value)}
                autoFocus
              />
            )}
          </Field>
          <Field label={words.url} hint={words.urlHint} required>
            {(control) => (
              <Input
                {...control}
                type="url"
                value={url}
                maxLength={2048}
                autoComplete="off"
                placeholder="https://"
                onChange={(event) => setUrl(event.target.value)}
              />
            )}
          </Field>
          <Checks label={words.events} choices={words.eventNames} chosen={events} onChange={setEvents} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
