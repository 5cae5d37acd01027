import { useEffect, useState } from "react";

import { useFeatureAccess } from "@/api/access";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { trends } from "@/lib/messages/sections";

type Phase = "idle" | "analyzing" | "shown";

/** Queries assistants really issued. Nothing is invented: without recorded searches the list says so. */
export function TrendsScreen() {
  const [phase, setPhase] = useState<Phase>("idle");
  const full = useFeatureAccess("trends.full");

  useEffect(() => {
    if (phase !== "analyzing") return;
    const timer = window.setTimeout(() => setPhase("shown"), trends.minimumMs);
    return () => window.clearTimeout(timer);
  }, [phase]);

  return (
    <div className="flex flex-col gap-6">
      <div>
        <h2 className="text-xl font-semibold">{trends.title}</h2>
        <p className="mt-1 text-ink-2">{trends.text}</p>
      </div>
      {phase === "shown" ? (
        <EmptyState title={trends.emptyTitle} text={trends.emptyText} />
      ) : (
        <Card className="flex justify-center py-16">
          <Button size="lg" pending={phase === "analyzing"} onClick={() => setPhase("analyzing")}>
            <span role="status">{phase === "analyzing" ? trends.analyzing : trends.button}</span>
          </Button>
        </Card>
      )}
      {full === false ? <UpgradeNotice title={trends.banner} text="" action={trends.upgrade} reason="trends.full" /> : null}
    </div>
  );
}
