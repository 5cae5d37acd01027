import type { PartProps } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/popover";
import type { Anchor } from "@/components/ui/use-panel";
import { dashboard } from "@/lib/messages/visibility";

/** What a report will contain, and how to get the same numbers today. */
export function ReportPanel({ anchor, onClose }: PartProps & { anchor: Anchor }) {
  return (
    <Panel anchor={anchor} onClose={onClose} label={dashboard.reportTitle} align="end">
      <h3 className="font-semibold">{dashboard.reportTitle}</h3>
      <p className="mt-1 text-ink-2">{dashboard.reportText}</p>
    </Panel>
  );
}
