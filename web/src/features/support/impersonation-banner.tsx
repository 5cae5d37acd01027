import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";

import { metaQuery } from "@/api/meta";
import { Button } from "@/components/ui/button";
import { dateTime } from "@/lib/format";
import { impersonation as words } from "@/lib/messages/support";
import { useLogout } from "@/lib/use-logout";

/**
 * Above every section while our support looks at the product as this customer: who, as whom, until when, and the
 * way out. It cannot be dismissed, because nobody may forget whose workspace this is.
 */
export function ImpersonationBanner({ as }: { as: string }) {
  const { data } = useQuery(metaQuery);
  const { logout, pending } = useLogout();
  const running = data?.impersonation;
  if (!running) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-moderate-line bg-moderate-surface px-4 py-2 lg:px-6"
    >
      <Eye aria-hidden size={20} className="text-moderate-text" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="font-medium text-moderate-text">{words.title(running.actor, as)}</span>{" "}
        {running.mode === "write" ? words.write : words.read} {words.until(dateTime(running.endsAt))}
      </p>
      <Button size="sm" variant="secondary" pending={pending} onClick={logout}>
        {words.end}
      </Button>
    </div>
  );
}
