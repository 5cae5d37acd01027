import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { Guarded } from "@/components/ui/guarded";
import { Skeleton } from "@/components/ui/skeleton";
import { usePatchParams } from "@/lib/address-params";
import { useCurrentBrandId } from "@/lib/current-brand";
import { shortDate } from "@/lib/format";
import { experiments as words } from "@/lib/messages/experiments";
import { signedIn } from "@/lib/messages/signed-in";
import { dashboard } from "@/lib/messages/visibility";
import { Link, useSearchParams } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useEditing } from "@/lib/use-editing";

import { controlledQuery, recordQuery, type Controlled } from "./api/controlled";
import { ControlledDetailCard } from "./controlled-detail";
import { ControlledState } from "./controlled-state";
import { oneDecimal } from "./numbers";
import { RegisterSheet } from "./register-sheet";

const OWN = { new: null, recommendation: null, whatif: null, about: null };

/**
 * What really came of changes: `?experiment=` shows one, `?new=` registers one, made from `recommendation` or `whatif`
 * where the address names it.
 */
export function ControlledScreen() {
  const brandId = useCurrentBrandId();
  const [params] = useSearchParams();
  if (!brandId) return <EmptyState title={dashboard.noBrand} />;
  const id = params.get("experiment");
  return (
    <Guarded>
      {id ? <ControlledDetailCard brandId={brandId} id={id} /> : <List key={brandId} brandId={brandId} />}
      {params.has("new") ? <Register brandId={brandId} /> : null}
    </Guarded>
  );
}

/** Nothing for who may not register: the list says why. */
function Register({ brandId }: { brandId: string }) {
  const { canEdit } = useEditing(brandId);
  const [params] = useSearchParams();
  const patch = usePatchParams();
  if (!canEdit) return null;
  return (
    <RegisterSheet
      brandId={brandId}
      recommendationId={params.get("recommendation")}
      whatIfId={params.get("whatif")}
      about={params.get("about")}
      onClose={() => patch(OWN)}
      onRegistered={(experiment) => patch({ ...OWN, experiment })}
    />
  );
}

function List({ brandId }: { brandId: string }) {
  const { canEdit, reason } = useEditing(brandId);
  const patch = usePatchParams();
  const list = useQuery(controlledQuery(brandId));
  if (!list.data)
    return list.isError ? (
      <ErrorCard error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton className="h-72" />
    );
  const add = canEdit ? (
    <Button onClick={() => patch({ new: "1" })}>
      <Plus aria-hidden size={16} />
      {words.register}
    </Button>
  ) : null;
  const refusal = canEdit ? null : reason === signedIn.readOnly ? words.viewOnly : reason;
  const rows = list.data.data;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-ink-2">{words.text}</p>
        {rows.length ? add : null}
        {rows.length && refusal ? <p className="text-sm text-ink-2">{refusal}</p> : null}
      </div>
      {rows.length ? (
        <Card>
          <ul className="flex flex-col divide-y divide-line">
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        </Card>
      ) : (
        <EmptyState title={words.none} text={refusal ?? words.noneText} action={add} />
      )}
      <Record brandId={brandId} />
    </div>
  );
}

function Row({ row }: { row: Controlled }) {
  return (
    <li className="flex flex-col gap-2 py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-2">
        <ControlledState row={row} />
        <span className="text-sm text-ink-3">{words.until(shortDate(row.startsAt), shortDate(row.endsAt))}</span>
      </div>
      <Link
        to={`${paths.experiments}?experiment=${row.id}`}
        className="self-start text-lg font-semibold underline-offset-4 wrap-anywhere hover:text-accent-text hover:underline"
      >
        {row.label || row.change}
      </Link>
      <p className="max-w-prose text-ink-2">{row.sentence}</p>
      <p className="text-sm text-ink-3">{words.arms(row.treated, row.controls)}</p>
    </li>
  );
}

/** Shown once there is something to tell. */
function Record({ brandId }: { brandId: string }) {
  const found = useQuery(recordQuery(brandId));
  const rows = found.data?.advice ?? [];
  if (!rows.length) return null;
  return (
    <Card>
      <h2 className="text-lg font-semibold">{words.record}</h2>
      <p className="mt-1 max-w-prose text-ink-2">{words.recordText}</p>
      <ul className="mt-4 flex flex-col divide-y divide-line">
        {rows.map((row) => (
          <li key={row.advice} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2">
            <span className="first-letter:uppercase">{row.advice.replace(/^[a-z-]+:/, "")}</span>
            <span className="tabular text-ink-2">
              {words.recordRow(row.worked, row.tried)},{" "}
              {words.recordEffect(oneDecimal(row.medianEffect), one(row.low), one(row.high))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const one = (value: number | null) => (value === null ? null : oneDecimal(value));
