import { useQuery } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { hardNavigate } from "@/lib/browser";
import { longDate } from "@/lib/format";
import { workspaces as words } from "@/lib/messages/team";
import { paths } from "@/lib/paths";

import { DELETED_KEY, deletedQuery, restoreWorkspace } from "./api";
import { useAction } from "./use-action";

/** Workspaces that can still be restored; nothing if there are none. */
export function DeletedWorkspaces() {
  const deleted = useQuery(deletedQuery);
  const restore = useAction<string>({
    run: restoreWorkspace,
    outdated: DELETED_KEY,
    done: () => hardNavigate(paths.dashboard),
  });
  if (!deleted.data?.length) return null;
  return (
    <div>
      <h3 className="font-semibold">{words.deletedTitle}</h3>
      <ul className="mt-2 flex flex-col gap-3">
        {deleted.data.map(({ id, name, goneAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <span>
              {name || words.fallback}
              <span className="block text-sm text-ink-3">{words.deletedText(longDate(goneAt))}</span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={words.restoreOne(name || words.fallback)}
              pending={restore.isPending}
              onClick={() => restore.mutate(id)}
            >
              {words.restore}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
