import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";

import { Section } from "@/components/layout/section";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { integrations as words } from "@/lib/messages/delivery";
import { useMembership } from "@/lib/use-membership";

import { slackQuery, webhooksQuery, type Endpoint } from "./api";
import { EndpointRow } from "./endpoint-row";

const WebhookDialog = lazyPart(async () => (await import("./webhook-dialog")).WebhookDialog);
const SlackDialog = lazyPart(async () => (await import("./slack-dialog")).SlackDialog);

/** Slack and webhooks, for those who manage the workspace. */
export function IntegrationsSection() {
  const me = useMembership();
  if (!me?.manages) return null;
  return (
    <Section id="integrations" title={words.title} text={words.text}>
      <div className="flex min-w-0 flex-col divide-y divide-line sm:col-span-2">
        <Slack />
        <Webhooks />
      </div>
    </Section>
  );
}

function Slack() {
  const slack = useQuery(slackQuery);
  const [open, setOpen] = useState(false);
  const connection = slack.data?.connection ?? null;
  return (
    <Part
      title={words.slack}
      text={words.slackText}
      query={slack}
      locked={slack.data?.allowed === false}
      lockedText={words.slackLocked}
      reason="slack"
    >
      {connection ? (
        <ul className="w-full">
          <EndpointRow endpoint={connection} onEdit={() => setOpen(true)} />
        </ul>
      ) : null}
      {!connection && slack.data?.allowed ? (
        <Button variant="secondary" onPointerEnter={() => void SlackDialog.prefetch()} onClick={() => setOpen(true)}>
          {words.slackConnect}
        </Button>
      ) : null}
      {open ? <SlackDialog connection={connection} onClose={() => setOpen(false)} /> : null}
    </Part>
  );
}

function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  const [open, setOpen] = useState<"new" | Endpoint | null>(null);
  const rows = webhooks.data?.data ?? [];
  return (
    <Part
      title={words.webhooks}
      text={words.webhooksText}
      query={webhooks}
      locked={webhooks.data?.allowed === false}
      lockedText={words.webhooksLocked}
      reason="webhooks"
    >
      {rows.length > 0 ? (
        <ul className="w-full divide-y divide-line">
          {rows.map((row) => (
            <EndpointRow key={row.id} endpoint={row} onEdit={() => setOpen(row)} />
          ))}
        </ul>
      ) : null}
      {webhooks.data?.allowed ? (
        <>
          {rows.length === 0 ? <p className="text-ink-2">{words.empty}</p> : null}
          <Button
            variant="secondary"
            onPointerEnter={() => void WebhookDialog.prefetch()}
            onClick={() => setOpen("new")}
          >
            {words.create}
          </Button>
        </>
      ) : null}
      {open ? <WebhookDialog webhook={open === "new" ? null : open} onClose={() => setOpen(null)} /> : null}
    </Part>
  );
}

type PartProps = {
  title: string;
  text: string;
  query: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
  locked: boolean;
  lockedText: string;
  reason: string;
  children: ReactNode;
};

/** One kind of integration: what it is, what the plan says of it, and what there is. */
function Part({ title, text, query, locked, lockedText, reason, children }: PartProps) {
  return (
    <div className="flex flex-col items-start gap-4 py-5 first:pt-0 last:pb-0">
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p className="mt-1 text-ink-2">{text}</p>
      </div>
      {query.isError ? (
        <ErrorCard
          title={words.loadFailed}
          error={query.error}
          onRetry={() => void query.refetch()}
          className="w-full"
        />
      ) : null}
      {query.isPending ? <Skeleton className="h-16 w-full" /> : null}
      {locked ? <UpgradeNotice title={lockedText} text={null} action={words.lockedAction} reason={reason} /> : null}
      {children}
    </div>
  );
}
