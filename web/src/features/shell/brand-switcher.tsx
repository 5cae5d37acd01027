import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";

import { brandsQuery } from "@/api/brands";
import { lazyPart } from "@/components/ui/lazy-part";
import { usePanel } from "@/components/ui/use-panel";
import { useAuth } from "@/lib/auth";
import { cn } from "@/lib/cn";
import { useCurrentBrandId } from "@/lib/current-brand";
import { shell } from "@/lib/messages/shell";
import { useReadsResults } from "@/lib/use-membership";

const BrandPanel = lazyPart(async () => (await import("./brand-panel")).BrandPanel);

/** Which brand is in view, its plan, and the ways to another one. The list is fetched when it is first opened. */
export function BrandSwitcher({ onNavigate }: { onNavigate: () => void }) {
  const { businessInfo, user } = useAuth();
  const { open, close, anchor, trigger } = usePanel(BrandPanel);
  const brandId = useCurrentBrandId();
  const plan = businessInfo?.plan ?? user?.plan ?? null;
  const setUp = Boolean(businessInfo?.wizardCompleted);
  const elsewhere = brandId !== null && brandId !== businessInfo?.primaryBrandId;
  const reads = useReadsResults();
  const brands = useQuery({ ...brandsQuery, enabled: setUp && elsewhere });
  const inView = elsewhere ? brands.data?.data.find((brand) => brand.id === brandId) : undefined;
  const name = inView?.name || businessInfo?.businessName || shell.brandFallback;

  const label = (
    <>
      <Initial name={name} />
      <span className="min-w-0 flex-1">
        {reads ? (
          <span data-tagged className="block text-xs text-ink-3">
            {shell.switchBrand}
            <span className="sr-only">: </span>
          </span>
        ) : null}
        <span className="block truncate font-semibold text-ink">{name}</span>
        <span className="flex items-center gap-1.5 text-xs text-ink-3">
          <span className="truncate">{plan?.name ?? shell.planFallback}</span>
          <PlanState active={plan?.active ?? true} />
        </span>
      </span>
    </>
  );
  if (!reads) return <div className="flex items-center gap-3 px-2 py-2">{label}</div>;

  return (
    <>
      <button
        {...trigger}
        className="flex w-full items-center gap-3 rounded-card border border-transparent px-2 py-2 text-left transition-colors hover:border-line hover:bg-hover data-[state=open]:border-line data-[state=open]:bg-hover"
      >
        {label}
        <ChevronsUpDown aria-hidden size={16} className="text-ink-3" />
      </button>
      {open ? (
        <BrandPanel anchor={anchor} onClose={close} paid={plan !== null} setUp={setUp} onNavigate={onNavigate} />
      ) : null}
    </>
  );
}

function PlanState({ active }: { active: boolean }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span aria-hidden className={cn("size-1.5 rounded-full", active ? "bg-good" : "bg-ink-3")} />
      {active ? shell.active : shell.inactive}
    </span>
  );
}

function Initial({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center rounded-field bg-accent text-lg font-semibold text-on-accent"
    >
      {[...name][0]?.toLocaleUpperCase()}
    </span>
  );
}
