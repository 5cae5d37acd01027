import { useState } from "react";

import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { lazyPart } from "@/components/ui/lazy-part";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { ago } from "@/lib/format";
import { integrations as words } from "@/lib/messages/delivery";
import { toast } from "@/lib/toast";
import { useAction } from "@/lib/use-action";

import {
  changeWebhook,
  deleteWebhook,
  disconnectSlack,
  ENDPOINTS_KEY,
  rotateWebhook,
  testWebhook,
  type Endpoint,
} from "./api";

const Deliveries = lazyPart(async () => (await import("./deliveries-sheet")).DeliveriesSheet);

/** One place messages go to: how it is doing, and what can be done with it. */
export function EndpointRow({ endpoint, onEdit }: { endpoint: Endpoint; onEdit: () => void }) {
  const { name, url, events, reason, status, paused } = endpoint;
  const [tone, state] = stateOf(endpoint);
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0">
      <div className="min-w-0">
        <h4 className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {name}
          <Badge tone={tone}>{state}</Badge>
        </h4>
        <p className="text-sm text-ink-2 wrap-anywhere">{url}</p>
        <p className="text-sm text-ink-3">{events.map((event) => words.eventNames[event]).join(", ")}</p>
        <p className="text-sm text-ink-3">{historyOf(endpoint)}</p>
        {status === "disabled" && reason ? <p className="mt-1 text-sm text-attention-text">{reason}</p> : null}
      </div>
      <EndpointActions endpoint={endpoint} usable={!paused} onEdit={onEdit} />
    </li>
  );
}

function stateOf({ status, paused, failingSince }: Endpoint): [Tone, string] {
  if (paused) return ["neutral", words.states.paused];
  if (status === "disabled") return ["attention", words.states.disabled];
  if (status === "off") return ["neutral", words.states.off];
  return failingSince ? ["moderate", words.states.failing] : ["good", words.states.active];
}

function historyOf({ failingSince, succeededAt }: Endpoint): string {
  const last = succeededAt ? words.lastSuccess(ago(succeededAt)) : words.noSuccess;
  return failingSince ? `${last} · ${words.failingSince(ago(failingSince))}` : last;
}

type Asking = "remove" | "rotate" | "log" | null;

function EndpointActions({ endpoint, usable, onEdit }: { endpoint: Endpoint; usable: boolean; onEdit: () => void }) {
  const { id, name, kind, status } = endpoint;
  const [asking, setAsking] = useState<Asking>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setAsking(null);
  const base = { outdated: ENDPOINTS_KEY, failed: words.failed };
  const test = useAction({ ...base, run: testWebhook, done: () => toast({ variant: "success", title: words.tested }) });
  const change = useAction({ ...base, run: changeWebhook });
  const remove = useAction<string, void>({
    ...base,
    run: kind === "slack" ? disconnectSlack : deleteWebhook,
    done: close,
  });
  const rotate = useAction<string, { secret: string }>({
    ...base,
    run: rotateWebhook,
    done: (made) => {
      close();
      setSecret(made.secret);
    },
  });
  const on = status === "active";
  const slack = kind === "slack";
  return (
    <div className="-ml-2 flex flex-wrap gap-1">
      {usable && on ? (
        <Action
          words={words.test}
          label={words.testOne(name)}
          pending={test.isPending}
          onClick={() => test.mutate(id)}
        />
      ) : null}
      <Action words={words.log} label={words.logOne(name)} onClick={() => setAsking("log")} />
      {usable ? (
        <>
          <Action words={words.edit} label={words.editOne(name)} onClick={onEdit} />
          <Action
            words={on ? words.turnOff : words.turnOn}
            label={on ? words.turnOffOne(name) : words.turnOnOne(name)}
            pending={change.isPending}
            onClick={() => change.mutate({ id, active: !on })}
          />
          {slack ? null : (
            <Action words={words.rotate} label={words.rotateOne(name)} onClick={() => setAsking("rotate")} />
          )}
        </>
      ) : null}
      <Action
        words={slack ? words.slackRemove : words.remove}
        label={slack ? words.slackRemove : words.removeOne(name)}
        onClick={() => setAsking("remove")}
      />
      {asking === "log" ? <Deliveries endpoint={endpoint} onClose={close} /> : null}
      {asking === "rotate" ? (
        <ConfirmDialog
          title={words.rotateTitle(name)}
          text={words.rotateText}
          action={words.rotate}
          danger={false}
          pending={rotate.isPending}
          onConfirm={() => rotate.mutate(id)}
          onClose={close}
        />
      ) : null}
      {asking === "remove" ? (
        <ConfirmDialog
          title={slack ? words.slackRemoveTitle : words.removeTitle(name)}
          text={slack ? words.slackRemoveText : words.removeText}
          action={slack ? words.slackRemove : words.remove}
          pending={remove.isPending}
          onConfirm={() => remove.mutate(id)}
          onClose={close}
        />
      ) : null}
      {secret ? <SecretDialog secret={secret} words={words} onClose={() => setSecret(null)} /> : null}
    </div>
  );
}

function Action({
  words: text,
  label,
  pending = false,
  onClick,
}: {
  words: string;
  label: string;
  pending?: boolean;
  onClick: () => void;
}) {
  return (
    <Button variant="ghost" size="sm" aria-label={label} pending={pending} onClick={onClick}>
      {text}
    </Button>
  );
}
