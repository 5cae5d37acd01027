import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  BellRing,
  CircleAlert,
  CreditCard,
  Download,
  FileSearch,
  FileText,
  FlaskConical,
  ScanSearch,
  Settings,
  Unplug,
  UserRoundPlus,
  type LucideIcon,
} from "lucide-react";

import { invalidate, NOTIFICATIONS_KEY } from "@/api/live";
import { Button, buttonClass } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import type { PartProps } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import type { Anchor } from "@/components/ui/use-panel";
import { cn } from "@/lib/cn";
import { ago } from "@/lib/format";
import { textOf } from "@/lib/http";
import { notifications as words } from "@/lib/messages/notifications";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { settingsPaths } from "@/lib/settings-sections";
import { splitLocationPin, toast, useKeptToasts } from "@/lib/toast";

import { markAllRead, markRead, notificationsQuery, type Notification } from "./api";

type NotificationPanelProps = PartProps & { anchor: Anchor };

/** What happened, newest first; choosing a line reads it and goes there. */
export function NotificationPanel({ anchor, onClose }: NotificationPanelProps) {
  const client = useQueryClient();
  const list = useInfiniteQuery(notificationsQuery);
  const refresh = () => invalidate(client, [NOTIFICATIONS_KEY]);
  const onError = (error: unknown) => toast({ variant: "destructive", title: textOf(error) });
  const readOne = useMutation({ mutationFn: markRead, onSuccess: refresh, onError });
  const readAll = useMutation({ mutationFn: markAllRead, onSuccess: refresh, onError });
  const lines = list.data?.pages.flatMap((page) => page.data) ?? [];
  const unread = list.data?.pages[0]?.unread ?? 0;
  const leave = (line: Notification) => {
    if (!line.readAt) readOne.mutate(line.id);
    onClose();
  };
  return (
    <Panel
      anchor={anchor}
      onClose={onClose}
      label={words.title}
      align="end"
      className="flex max-h-[min(70dvh,560px)] w-96! flex-col p-0!"
    >
      <div className="flex items-center gap-2 border-b border-line py-2 pl-4 pr-2">
        <h2 className="flex-1 text-base font-semibold">{words.title}</h2>
        {unread ? (
          <Button variant="ghost" size="sm" pending={readAll.isPending} onClick={() => readAll.mutate()}>
            {words.markAll}
          </Button>
        ) : null}
        <Link
          to={settingsPaths.notifications}
          aria-label={words.settings}
          title={words.settings}
          onClick={onClose}
          className={buttonClass("ghost", "icon-sm")}
        >
          <Settings aria-hidden size={16} />
        </Link>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {list.isError ? (
          <ErrorCard title={words.failed} error={list.error} onRetry={() => void list.refetch()} />
        ) : null}
        {list.isLoading ? <Skeleton className="m-2 h-16" /> : null}
        {list.data && lines.length === 0 ? <p className="px-3 py-6 text-center text-ink-2">{words.none}</p> : null}
        <ul>
          {lines.map((line) => (
            <Line key={line.id} line={line} onChoose={() => leave(line)} />
          ))}
        </ul>
        {list.hasNextPage ? (
          <Button
            variant="ghost"
            size="sm"
            pending={list.isFetchingNextPage}
            className="w-full"
            onClick={() => void list.fetchNextPage()}
          >
            {words.older}
          </Button>
        ) : null}
        <KeptMessages />
      </div>
    </Panel>
  );
}

/** What the corner of the screen said during this visit: a message is gone in seconds, here it can be read in peace. */
function KeptMessages() {
  const kept = useKeptToasts();
  if (!kept.length) return null;
  return (
    <section aria-label={words.said} className="mt-1.5 border-t border-line pt-2">
      <h3 className="px-2.5 pb-1 text-sm font-medium text-ink-3">{words.said}</h3>
      <ul>
        {kept.map(({ id, title, description, variant, at }) => (
          <li key={id} className="px-2.5 py-2">
            {title ? (
              <p className={cn("wrap-anywhere", variant === "destructive" ? "text-attention-text" : "text-ink-2")}>
                {title}
              </p>
            ) : null}
            {description ? (
              <p className="text-sm text-ink-2 wrap-anywhere">{splitLocationPin(description).text}</p>
            ) : null}
            <time dateTime={at} className="block text-xs text-ink-3">
              {ago(at)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

const looks: Record<Notification["kind"], { icon: LucideIcon; path: string; ink: string }> = {
  "run-completed": { icon: FileSearch, path: paths.dashboard, ink: "text-good-text" },
  "run-failed": { icon: CircleAlert, path: paths.dashboard, ink: "text-attention-text" },
  "gaps-found": { icon: ScanSearch, path: paths.gaps, ink: "text-moderate-text" },
  "export-ready": { icon: Download, path: `${paths.dashboard}?exports=1`, ink: "text-good-text" },
  "alert-fired": { icon: BellRing, path: paths.dashboard, ink: "text-moderate-text" },
  "experiment-judged": { icon: FlaskConical, path: paths.experiments, ink: "text-info-text" },
  "report-ready": { icon: FileText, path: `${paths.dashboard}?report=1`, ink: "text-good-text" },
  "member-joined": { icon: UserRoundPlus, path: paths.users, ink: "text-info-text" },
  "plan-changed": { icon: CreditCard, path: paths.subscription, ink: "text-accent-text" },
  "endpoint-disabled": { icon: Unplug, path: settingsPaths.integrations, ink: "text-attention-text" },
};

function Line({ line, onChoose }: { line: Notification; onChoose: () => void }) {
  const { icon: Icon, path, ink } = looks[line.kind];
  const { title, detail } = words.lines[line.kind](line.data);
  return (
    <li>
      <Link
        to={line.brandId ? `${path}${path.includes("?") ? "&" : "?"}brand=${line.brandId}` : path}
        onClick={onChoose}
        className="flex items-start gap-3 rounded-button px-2.5 py-2.5 transition-colors hover:bg-hover"
      >
        <Icon aria-hidden size={16} className={cn("mt-0.5", ink)} />
        <span className="min-w-0 flex-1">
          <span className={cn("block wrap-anywhere", line.readAt ? "text-ink-2" : "font-medium text-ink")}>
            {title}
          </span>
          {detail ? <span className="block text-sm text-ink-2 wrap-anywhere">{detail}</span> : null}
          <time dateTime={line.createdAt} className="block text-xs text-ink-3">
            {ago(line.createdAt)}
          </time>
        </span>
        {line.readAt ? null : (
          <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{words.unread}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
