import { useQuery } from "@tanstack/react-query";
import { Check, Pencil, Star, Trash2 } from "lucide-react";

import {
  addressOfView,
  changeView,
  removeView,
  restoreView,
  sameView,
  VIEW_SCREENS,
  viewsKey,
  viewsQuery,
  type SavedView,
  type ViewScreen,
} from "@/api/views";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import type { PartProps } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { toastWithUndo } from "@/components/ui/undo-toast";
import type { Anchor } from "@/components/ui/use-panel";
import { views as words } from "@/lib/messages/views";
import { Link, useSearchParams } from "@/lib/navigation";
import { toast } from "@/lib/toast";
import { useAction } from "@/lib/use-action";

type ViewsPanelProps = PartProps & {
  anchor: Anchor;
  brandId: string;
  screen: ViewScreen;
  query: string;
  onEdit: (view: SavedView | "new") => void;
};

/** Every view of the brand, those of the screen first; each opens, begins the screen, or is changed. */
export function ViewsPanel({ anchor, brandId, screen, query, onEdit, onClose }: ViewsPanelProps) {
  const list = useQuery(viewsQuery(brandId));
  const rows = list.data?.data ?? [];
  const screens = [screen, ...(Object.keys(VIEW_SCREENS) as ViewScreen[]).filter((other) => other !== screen)];
  return (
    <Panel anchor={anchor} label={words.title} align="end" variant="list" className="w-88" onClose={onClose}>
      <div className="max-h-[min(60dvh,460px)] overflow-y-auto">
        {list.isError ? (
          <ErrorCard title={words.failed} error={list.error} onRetry={() => void list.refetch()} />
        ) : null}
        {list.isLoading ? <Skeleton className="h-16" /> : null}
        {list.data && !rows.length ? <p className="p-2 text-ink-2">{words.none}</p> : null}
        {screens.map((name) => (
          <Group
            key={name}
            title={VIEW_SCREENS[name].title}
            rows={rows.filter((view) => view.screen === name)}
            shown={name === screen ? query : null}
            brandId={brandId}
            onEdit={onEdit}
            onClose={onClose}
          />
        ))}
      </div>
      <div className="-mx-1.5 mt-1.5 border-t border-line p-1.5 pb-0">
        <Button className="w-full" size="sm" onClick={() => onEdit("new")}>
          {words.save}
        </Button>
      </div>
    </Panel>
  );
}

type GroupProps = { title: string; rows: readonly SavedView[]; shown: string | null; brandId: string } & Pick<
  ViewsPanelProps,
  "onEdit" | "onClose"
>;

function Group({ title, rows, shown, ...rest }: GroupProps) {
  if (!rows.length) return null;
  return (
    <section aria-label={title} className="mb-2 last:mb-0">
      <h3 className="px-2 pb-1 pt-1 text-xs font-medium text-ink-3">{title}</h3>
      <ul>
        {rows.map((view) => (
          <Row key={view.id} view={view} shown={shown !== null && sameView(view.query, shown)} {...rest} />
        ))}
      </ul>
    </section>
  );
}

function Row({
  view,
  shown,
  brandId,
  onEdit,
  onClose,
}: { view: SavedView; shown: boolean } & Omit<GroupProps, "title" | "rows" | "shown">) {
  const [params] = useSearchParams();
  const shared = { outdated: viewsKey(brandId), failed: words.refused };
  const begin = useAction({ ...shared, run: () => changeView(view.id, { isDefault: !view.isDefault }) });
  const restore = useAction({
    ...shared,
    run: () => restoreView(view.id),
    done: () => toast({ variant: "success", title: words.restored }),
  });
  const remove = useAction({
    ...shared,
    run: () => removeView(view.id),
    done: () => toastWithUndo(words.removed(view.name), () => restore.mutate(undefined)),
  });
  const icon = "size-8! text-ink-3 hover:text-ink";
  return (
    <li className="flex items-center gap-0.5 rounded-button hover:bg-hover">
      <Link
        to={addressOfView(view, params.get("brand"))}
        onClick={onClose}
        aria-current={shown ? "page" : undefined}
        className="flex min-h-10 min-w-0 flex-1 items-center gap-2 px-2 py-1.5"
      >
        <span className="min-w-0">
          <span className="line-clamp-2 wrap-anywhere">{view.name}</span>
          {view.scope === "workspace" ? <span className="block text-xs text-ink-3">{words.workspace}</span> : null}
        </span>
        {shown ? <Check size={16} aria-label={words.current} className="ml-auto shrink-0 text-accent-text" /> : null}
      </Link>
      <Button
        variant="ghost"
        size="icon-sm"
        className={icon}
        aria-pressed={view.isDefault}
        aria-label={words.begin(view.name)}
        title={words.beginHint}
        onClick={() => begin.mutate(undefined)}
      >
        <Star aria-hidden size={16} className={view.isDefault ? "fill-current text-accent-text" : undefined} />
      </Button>
      {view.editable ? (
        <>
          <Button
            variant="ghost"
            size="icon-sm"
            className={icon}
            aria-label={words.change(view.name)}
            onClick={() => onEdit(view)}
          >
            <Pencil aria-hidden size={16} />
          </Button>
          <Button
            variant="ghost"
            size="icon-sm"
            className={icon}
            aria-label={words.remove(view.name)}
            pending={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            <Trash2 aria-hidden size={16} />
          </Button>
        </>
      ) : null}
    </li>
  );
}
