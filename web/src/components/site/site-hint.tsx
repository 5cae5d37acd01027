import { useQuery } from "@tanstack/react-query";
import { Globe, TriangleAlert } from "lucide-react";

import { siteQuery, type SiteCheck } from "@/api/sites";
import { Spinner } from "@/components/ui/spinner";
import { ApiError } from "@/lib/http";
import { onboarding } from "@/lib/messages/onboarding";
import { looksLikeWebsite, withScheme } from "@/lib/website";
import { useDebouncedValue } from "@/lib/use-debounced-value";

const PAUSE_MS = 700;

/**
 * Says whether the typed site answers, once typing pauses. Never blocks, and stays silent when it cannot tell, unless
 * the server says how long to wait.
 */
export function SiteHint({ url }: { url: string }) {
  const typed = useDebouncedValue(url.trim(), PAUSE_MS);
  const check = useQuery({
    ...siteQuery(typed),
    enabled: looksLikeWebsite(typed),
  });
  if (typed !== url.trim() || !looksLikeWebsite(typed)) return null;
  return (
    <div role="status" className="text-sm">
      {check.isLoading ? (
        <p className="flex items-center gap-2 text-ink-3">
          <Spinner className="size-4" />
          {onboarding.checking}
        </p>
      ) : null}
      {check.error instanceof ApiError && check.error.status === 429 ? (
        <p className="text-ink-2">{onboarding.notNow(check.error.message)}</p>
      ) : null}
      {check.data ? <Verdict check={check.data} url={typed} /> : null}
    </div>
  );
}

function Verdict({ check, url }: { check: SiteCheck; url: string }) {
  if (!check.reachable) {
    return (
      <p className="flex items-start gap-2 text-moderate-text">
        <TriangleAlert aria-hidden size={16} className="mt-0.5" />
        {onboarding.unreachable(check.reason ?? onboarding.unreachableReason)}
      </p>
    );
  }
  const host = new URL(check.finalUrl ?? withScheme(url)).host;
  return (
    <div className="flex items-start gap-3 rounded-card border border-line px-3.5 py-3">
      {check.favicon ? (
        <img src={check.favicon} alt="" width={20} height={20} className="mt-px size-5 rounded-sm" />
      ) : (
        <Globe aria-hidden size={20} className="text-ink-3" />
      )}
      <div className="min-w-0">
        <p className="truncate font-medium text-ink">{check.title || host}</p>
        <p className="text-ink-2">
          {check.foundUrl
            ? onboarding.foundInstead(new URL(check.url).origin, new URL(check.foundUrl).origin)
            : onboarding.reachable(host)}
        </p>
        {check.robots === "disallowed" ? (
          <p className="mt-1 text-moderate-text">{onboarding.robotsDisallowed}</p>
        ) : null}
      </div>
    </div>
  );
}
