import type { ReactNode } from "react";

import { onboarding } from "@/lib/messages/onboarding";

/** What this answer will do, said with the reader's own words while they type. */
export function HowUsed({ children }: { children: ReactNode }) {
  return (
    <aside className="rounded-card bg-sunken px-4 py-3">
      <p className="text-xs font-medium text-ink-3">{onboarding.usedTitle}</p>
      <p className="mt-0.5 break-words text-ink-2">{children}</p>
    </aside>
  );
}
