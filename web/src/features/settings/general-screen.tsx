import { useQuery } from "@tanstack/react-query";

import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { common } from "@/lib/messages/common";
import { settings } from "@/lib/messages/settings";

import { storedQuery } from "./api";
import { SettingsForm } from "./settings-form";

/** Settings / General: the business, its contact and the person who is signed in. */
export function GeneralSettingsScreen() {
  const stored = useQuery(storedQuery);
  if (stored.data) return <SettingsForm stored={stored.data} />;
  if (stored.error)
    return <ErrorCard title={settings.loadFailed} error={stored.error} onRetry={() => void stored.refetch()} />;
  return <Waiting />;
}

function Waiting() {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">{common.loading}</span>
      {["h-88", "h-40", "h-28"].map((height) => (
        <div key={height} className="grid gap-x-10 gap-y-4 py-7 first:pt-0 xl:grid-cols-[200px_minmax(0,1fr)]">
          <Skeleton className="h-6 w-32" />
          <Skeleton className={height} />
        </div>
      ))}
    </div>
  );
}
