import { useState } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { cn } from "@/lib/cn";
import { shortDate } from "@/lib/format";
import { gaps } from "@/lib/messages/gaps";
import { materials as words } from "@/lib/messages/materials";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useSort } from "@/lib/use-sort";

import type { Material } from "./api";
import { MaterialMenu } from "./material-menu";
import { kindOf, nameOf, toneOf } from "./material-words";
import { useMaterialActions } from "./use-material-actions";

/** The rows, several of which can be deleted at once. */
export function MaterialTable({ brandId, rows, canEdit }: { brandId: string; rows: Material[]; canEdit: boolean }) {
  const { remove, removing, analyze } = useMaterialActions(brandId);
  const order = useSort();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter((row) => picked.has(row.id) && !row.isPrimary);
  const removable = canEdit && rows.some((row) => !row.isPrimary);
  const pick = (id: string, on: boolean) =>
    setPicked((old) => {
      const next = new Set(old);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  const removeAll = (gone: Material[]) =>
    void remove(gone).then(
      () => setPicked(new Set()),
      () => undefined,
    );
  const columns = [
    nameColumn(removable ? { picked, pick } : null),
    ...facts,
    {
      key: "view",
      title: gaps.action,
      action: true,
      cell: (row: Material) => (
        <span className="-my-1.5 inline-flex items-center gap-2">
          <Link to={viewOf(row)} className="font-medium text-accent-text underline-offset-4 hover:underline">
            {words.view}
            <span className="sr-only">: {nameOf(row)}</span>
          </Link>
          {canEdit ? (
            <MaterialMenu material={row} onAnalyze={() => analyze(row)} onRemove={() => removeAll([row])} />
          ) : null}
        </span>
      ),
    },
  ];
  return (
    <div className="flex flex-col gap-3">
      {chosen.length ? (
        <div
          role="status"
          className="flex flex-wrap items-center gap-3 rounded-card border border-accent-line bg-accent-surface px-4 py-2"
        >
          <span className="tabular font-medium">{words.chosen(chosen.length)}</span>
          <Button variant="danger" size="sm" pending={removing} onClick={() => removeAll(chosen)}>
            {words.remove}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => setPicked(new Set())}>
            {words.unchoose}
          </Button>
        </div>
      ) : null}
      <DataView
        label={words.all}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        sorting={{ ...order, chooser: false }}
      />
    </div>
  );
}

/** The primary material is the brand itself, which has the address without a parameter. */
export const viewOf = (row: Pick<Material, "isPrimary" | "id">) =>
  row.isPrimary ? paths.homepage : `${paths.homepage}?material=${row.id}`;

type Choice = { picked: ReadonlySet<string>; pick: (id: string, on: boolean) => void };

/** The name, and before it the box that chooses the row. */
function nameColumn(choice: Choice | null): Column<Material> {
  return {
    key: "name",
    sort: "name",
    title: words.name,
    className: "min-w-52",
    cell: (row) => (
      <span className="flex min-w-0 items-start gap-2">
        {choice ? (
          <label className={cn("-m-1.5 inline-flex p-2", row.isPrimary && "invisible max-md:hidden")}>
            <input
              type="checkbox"
              className="size-4 accent-accent"
              disabled={row.isPrimary}
              aria-label={words.choose(nameOf(row))}
              checked={choice.picked.has(row.id)}
              onChange={(event) => choice.pick(row.id, event.target.checked)}
            />
          </label>
        ) : null}
        <span className="flex min-w-0 flex-col">
          <span className="font-medium wrap-anywhere">{nameOf(row)}</span>
          {row.url && row.url !== nameOf(row) ? (
            <span className="text-sm text-ink-3 wrap-anywhere">{row.url}</span>
          ) : null}
          {row.isPrimary && row.kind === "document" && row.title ? (
            <span className="text-sm text-ink-3 wrap-anywhere">{row.title}</span>
          ) : null}
        </span>
      </span>
    ),
  };
}

const facts: Column<Material>[] = [
  { key: "type", title: words.type, cell: (row) => kindOf(row) },
  {
    key: "added",
    sort: "createdAt",
    title: words.addedOn,
    cell: (row) => <time dateTime={row.createdAt}>{shortDate(row.createdAt)}</time>,
  },
  {
    key: "status",
    title: words.status,
    cell: (row) => (
      <span className="flex max-w-72 flex-col items-start gap-1">
        <Badge tone={toneOf[row.status]}>{words.statuses[row.status]}</Badge>
        {row.failure ? <span className="text-sm text-ink-2">{row.failure}</span> : null}
      </span>
    ),
  },
  { key: "fit", sort: "fit", title: words.fit, numeric: true, cell: (row) => words.fitOf(row.audienceFit) },
];
