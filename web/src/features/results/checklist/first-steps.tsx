import { useQuery } from "@tanstack/react-query";
import { Check, Circle, X } from "lucide-react";
import { useState } from "react";

import { useFeatureAccess } from "@/api/access";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { toastWithUndo } from "@/components/ui/undo-toast";
import { cn } from "@/lib/cn";
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
  report: paths.notificationSettings,
};

/**
 * What makes the numbers worth more, until it is done or the reader hides it on this browser. Steps the plan or the
 * role does not have are left out.
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
  const shown = stepsFor(found, analytics === true, me.manages);
  const done = shown.filter((step) => found.done[step]).length;
  if (done === shown.length) return null;
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
        <p className="tabular text-sm text-ink-2">{words.done(done, shown.length)}</p>
        <Button variant="ghost" size="icon-sm" aria-label={words.hide} title={words.hide} onClick={hide}>
          <X aria-hidden size={16} />
        </Button>
      </div>
      <ul className="mt-2 grid gap-x-8 sm:grid-cols-2 xl:grid-cols-3">
        {shown.map((step) => (
          <Line key={step} step={step} done={found.done[step]} />
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

function Line({ step, done }: { step: Step; done: boolean }) {
  const { title, text } = words.steps[step];
  const Icon = done ? Check : Circle;
  return (
    <li className="flex gap-3 border-t border-line py-3">
      <Icon aria-hidden size={20} className={cn("mt-px shrink-0", done ? "text-good-text" : "text-ink-3")} />
      {done ? (
        <p className="text-ink-3">
          {title}
          <span className="sr-only">, {words.stepDone}</span>
        </p>
      ) : (
        <div>
          <Link to={PLACES[step]} className="font-medium underline-offset-4 hover:text-accent-text hover:underline">
            {title}
          </Link>
          <p className="text-sm text-ink-2">{text}</p>
        </div>
      )}
    </li>
  );
}
