import { useQuery } from "@tanstack/react-query";
import { Circle, X } from "lucide-react";
import { useState } from "react";

import { useFeatureAccess } from "@/api/access";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { toastWithUndo } from "@/components/ui/undo-toast";
import { checklist as words } from "@/lib/messages/checklist";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useMembership } from "@/lib/use-membership";

import { stepsQuery, type Step, type Steps } from "../api/checklist";

const PLACES: Record<Step, string> = {
  competitors: `${paths.analytics}?tab=competitors`,
  prompts: `${paths.analytics}?tab=prompts`,
  issue: paths.gaps,
  team: paths.users,
  report: `${paths.settings}/notifications`,
};

/**
 * What would make the numbers worth more and is not yet so, until nothing is left or the reader hides it on this
 * browser. Steps the plan or the role does not have are left out, and nothing is ticked: much is so without anybody
 * having done it.
 */
export function FirstSteps({ brandId }: { brandId: string }) {
  const me = useMembership();
  const key = `presence.first-steps.${me?.userId ?? ""}.${brandId}`;
  const [chosen, setHidden] = useState<boolean | null>(null);
  const hidden = chosen ?? localStorage.getItem(key) !== null;
  const mayAct = me !== null && me.role !== "viewer" && me.role !== "billing";
  const found = useQuery({ ...stepsQuery(brandId), enabled: mayAct && !hidden }).data;
  const analytics = useFeatureAccess("analytics.full", mayAct && !hidden);
  if (!found || hidden || !mayAct) return null;
  const left = stepsFor(found, analytics === true, me.manages).filter((step) => !found.done[step]);
  if (!left.length) return null;
  const hide = () => {
    localStorage.setItem(key, "hidden");
    setHidden(true);
    toastWithUndo(words.hidden, () => {
      localStorage.removeItem(key);
      setHidden(false);
    });
  };
  return (
    <Card>
      <div className="flex items-center gap-3">
        <h3 className="flex-1 text-lg font-semibold">{words.title}</h3>
        <p className="tabular text-sm text-ink-2">{words.left(left.length)}</p>
        <Button variant="ghost" size="icon-sm" aria-label={words.hide} title={words.hide} onClick={hide}>
          <X aria-hidden size={16} />
        </Button>
      </div>
      <ul className="mt-2 grid gap-x-8 sm:max-lg:grid-cols-2">
        {left.map((step) => (
          <Line key={step} step={step} />
        ))}
      </ul>
    </Card>
  );
}

function stepsFor({ seats }: Steps, analytics: boolean, manages: boolean): Step[] {
  const team = manages && (seats === null || seats > 1);
  return [
    ...(analytics ? (["competitors", "prompts"] as const) : []),
    "issue",
    ...(team ? (["team"] as const) : []),
    "report",
  ];
}

function Line({ step }: { step: Step }) {
  const { title, text } = words.steps[step];
  return (
    <li className="flex gap-3 border-t border-line py-3">
      <Circle aria-hidden size={20} className="mt-px shrink-0 text-ink-3" />
      <div>
        <Link to={PLACES[step]} className="font-medium underline-offset-4 hover:text-accent-text hover:underline">
          {title}
        </Link>
        <p className="text-sm text-ink-2">{text}</p>
      </div>
    </li>
  );
}
