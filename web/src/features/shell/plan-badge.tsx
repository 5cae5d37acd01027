import { lazyPart } from "@/components/ui/lazy-part";
import { usePanel } from "@/components/ui/use-panel";
import { useAuth } from "@/lib/auth";
import { cn } from "@/lib/cn";
import { shell } from "@/lib/messages/shell";

const PlanPanel = lazyPart(async () => (await import("./plan-panel")).PlanPanel);

/** On a phone the title needs the room of the word that only says it is a plan. */
const SUFFIXED = /^(.+)( Plan)$/;

/** The current plan; opens what a plan adds (free) or what the present one is (subscribed). */
export function PlanBadge() {
  const { businessInfo, user } = useAuth();
  const { open, close, anchor, trigger } = usePanel(PlanPanel);
  const plan = businessInfo?.plan ?? user?.plan ?? null;
  const name = plan?.name ?? shell.planFallback;
  const [, short, rest] = SUFFIXED.exec(name) ?? ["", name, ""];
  return (
    <>
      <button
        {...trigger}
        aria-label={shell.planBadge(name)}
        className={cn(
          "inline-flex h-8 items-center shrink-0 rounded-full border px-3 text-sm font-medium transition-colors max-sm:px-1.5 max-sm:text-xs",
          plan
            ? "border-accent-line bg-accent-surface text-accent-text hover:border-accent"
            : "border-line bg-surface text-ink-2 hover:bg-hover hover:text-ink",
        )}
      >
        {short}
        {rest ? <span className="whitespace-pre max-sm:hidden">{rest}</span> : null}
      </button>
      {open ? <PlanPanel anchor={anchor} onClose={close} plan={plan} name={name} /> : null}
    </>
  );
}
