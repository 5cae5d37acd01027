import { useState, type FormEvent } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { textOf } from "@/lib/http";
import { integrations as words } from "@/lib/messages/delivery";
import { toast } from "@/lib/toast";
import { useAction } from "@/lib/use-action";

import { connectSlack, ENDPOINTS_KEY, type Endpoint, type EndpointEvent } from "./api";
import { Checks } from "./checks";

const FIRST: EndpointEvent[] = ["alert-fired", "digest"];

/** Connects a channel by its webhook address, or changes what is posted there. */
export function SlackDialog({ connection, onClose }: { connection: Endpoint | null; onClose: () => void }) {
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<EndpointEvent[]>(connection?.events ?? FIRST);
  const connect = useAction({
    run: connectSlack,
    outdated: ENDPOINTS_KEY,
    done: () => {
      toast({ variant: "success", title: words.slackConnected });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = url.trim();
    if (!connect.isPending) connect.mutate({ events, ...(address ? { url: address } : {}) });
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={words.slackTitle}
        description={words.slackHelp}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" form="slack" pending={connect.isPending}>
              {connection ? words.save : words.slackConnect}
            </Button>
          </>
        }
      >
        <form id="slack" noValidate onSubmit={submit} className="flex flex-col gap-4">
          {connect.isError ? <Alert kind="error">{textOf(connect.error)}</Alert> : null}
          <Field label={words.slackUrl} hint={connection ? words.slackKept : undefined} required={connection === null}>
            {(control) => (
              <Input
                {...control}
                type="url"
                value={url}
                maxLength={2048}
                autoComplete="off"
                placeholder="https://hooks.slack.com/services/"
                onChange={(event) => setUrl(event.target.value)}
                autoFocus
              />
            )}
          </Field>
          <Checks label={words.events} choices={words.eventNames} chosen={events} onChange={setEvents} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
