import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { brandsQuery } from "@/api/brands";
import { Section } from "@/components/layout/section";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { toastWithUndo } from "@/components/ui/undo-toast";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { ago } from "@/lib/format";
import { alerts as words } from "@/lib/messages/delivery";
import { toast } from "@/lib/toast";
import { useAction } from "@/lib/use-action";
import { useMembership } from "@/lib/use-membership";

import { ALERTS_KEY, alertsQuery, changeAlert, deleteAlert, restoreAlert, testAlert, type AlertRule } from "./api";

const AlertDialog = lazyPart(async () => (await import("./alert-dialog")).AlertDialog);
const AlertHistory = lazyPart(async () => (await import("./alert-history")).AlertHistory);

/** Rules of the workspace, and what they said. */
export function AlertsSection() {
  const me = useMembership();
  const alerts = useQuery({ ...alertsQuery, enabled: me !== null && me.role !== "billing" });
  const [open, setOpen] = useState<"new" | "history" | AlertRule | null>(null);
  if (!me || me.role === "billing") return null;
  const close = () => setOpen(null);
  const { data } = alerts;
  return (
    <Section id="alerts" title={words.title} text={words.text}>
      <div className="flex min-w-0 flex-col items-start gap-4 sm:col-span-2">
        {alerts.isError ? (
          <ErrorCard
            title={words.loadFailed}
            error={alerts.error}
            onRetry={() => void alerts.refetch()}
            className="w-full"
          />
        ) : null}
        {alerts.isPending ? <Skeleton className="h-24 w-full" /> : null}
        {data && !data.allowed ? (
          <UpgradeNotice title={words.locked} text={null} action={words.lockedAction} reason="analytics" />
        ) : null}
        {data && data.data.length > 0 ? (
          <ul className="w-full divide-y divide-line">
            {data.data.map((rule) => (
              <RuleRow key={rule.id} rule={rule} manages={me.manages && data.allowed} onEdit={() => setOpen(rule)} />
            ))}
          </ul>
        ) : null}
        {data?.allowed && data.data.length === 0 ? <p className="text-ink-2">{words.empty}</p> : null}
        {data?.allowed ? (
          <div className="flex flex-wrap gap-2">
            {me.manages ? (
              <Button
                variant="secondary"
                onPointerEnter={() => void AlertDialog.prefetch()}
                onClick={() => setOpen("new")}
              >
                {words.create}
              </Button>
            ) : null}
            <Button variant="ghost" onClick={() => setOpen("history")}>
              {words.history}
            </Button>
          </div>
        ) : null}
        {data && open && open !== "history" ? (
          <AlertDialog
            rule={open === "new" ? null : open}
            slack={data.slack}
            webhooks={data.webhooks}
            onClose={close}
          />
        ) : null}
        {open === "history" ? <AlertHistory onClose={close} /> : null}
      </div>
    </Section>
  );
}

function RuleRow({ rule, manages, onEdit }: { rule: AlertRule; manages: boolean; onEdit: () => void }) {
  const base = { outdated: ALERTS_KEY, failed: words.failed };
  const brands = useQuery(brandsQuery);
  const change = useAction({ ...base, run: changeAlert });
  const restore = useAction({ ...base, run: restoreAlert });
  const remove = useAction<string, void>({
    ...base,
    run: deleteAlert,
    done: (_, id) => toastWithUndo(words.removed(rule.name), () => restore.mutate(id)),
  });
  const test = useAction({
    ...base,
    failed: words.testFailed,
    run: testAlert,
    done: ({ sent }) =>
      toast({
        variant: "success",
        title: words.tested,
        description: words.testedBy(sent.map((channel) => words.channelNames[channel])),
      }),
  });
  const brand = rule.brandId ? brands.data?.data.find(({ id }) => id === rule.brandId)?.name : words.everyBrand;
  const level = rule.condition === "falls-below" || rule.condition === "rises-above";
  const says = (level ? words.saysLevel : words.says)(
    words.metrics[rule.metric],
    words.conditions[rule.condition],
    rule.threshold,
  );
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-4 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-semibold wrap-anywhere">{rule.name}</h3>
        <p className="text-ink-2 wrap-anywhere">{[brand, says].filter(Boolean).join(": ")}</p>
        <p className="text-sm text-ink-3">
          {rule.channels.map((channel) => words.channelNames[channel]).join(", ")}
          {" · "}
          {rule.active ? (rule.lastSentAt ? words.last(ago(rule.lastSentAt)) : words.never) : words.off}
        </p>
      </div>
      {manages ? (
        <div className="flex flex-wrap items-center gap-2">
          <label className="inline-flex size-10 items-center justify-center">
            <span className="sr-only">{words.switchOne(rule.name)}</span>
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={rule.active}
              disabled={change.isPending}
              onChange={(event) => change.mutate({ id: rule.id, active: event.target.checked })}
            />
          </label>
          <Button
            variant="ghost"
            size="sm"
            aria-label={words.testOne(rule.name)}
            pending={test.isPending}
            onClick={() => test.mutate(rule.id)}
          >
            {words.test}
          </Button>
          <Button variant="ghost" size="sm" aria-label={words.editOne(rule.name)} onClick={onEdit}>
            {words.edit}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={words.removeOne(rule.name)}
            pending={remove.isPending}
            onClick={() => remove.mutate(rule.id)}
          >
            {words.remove}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
