import { useQuery } from "@tanstack/react-query";
import { Check, ChevronsUpDown, Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import { useFeatureAccess } from "@/api/access";
import { buttonClass } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { useAuth } from "@/lib/auth";
import { cn } from "@/lib/cn";
import { useCurrentBrandId, useSwitchBrand } from "@/lib/current-brand";
import { shell } from "@/lib/messages/shell";
import { paths, pricingFor } from "@/lib/paths";

import { brandsQuery, type BrandRow } from "@/api/brands";

const SEARCH_FROM = 8;

/** Which brand is in view, its plan, and the ways to another one. The list is fetched when it is first opened. */
export function BrandSwitcher({ onNavigate }: { onNavigate: () => void }) {
  const { businessInfo, user } = useAuth();
  const [open, setOpen] = useState(false);
  const brandId = useCurrentBrandId();
  const plan = businessInfo?.plan ?? user?.plan ?? null;
  const elsewhere = brandId !== null && brandId !== businessInfo?.primaryBrandId;
  const brands = useQuery({ ...brandsQuery, enabled: Boolean(businessInfo?.wizardCompleted) && (open || elsewhere) });
  const inView = elsewhere ? brands.data?.data.find((brand) => brand.id === brandId) : undefined;
  const name = inView?.name || businessInfo?.businessName || shell.brandFallback;
  const close = () => {
    setOpen(false);
    onNavigate();
  };

  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        className="flex w-full items-center gap-3 rounded-card border border-transparent px-2 py-2 text-left transition-colors hover:border-line hover:bg-hover data-[state=open]:border-line data-[state=open]:bg-hover"
      >
        <span className="sr-only">{`${shell.switchBrand}: `}</span>
        <Initial name={name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold text-ink">{name}</span>
          <span className="flex items-center gap-1.5 text-xs text-ink-3">
            <span className="truncate">{plan?.name ?? shell.planFallback}</span>
            <PlanState active={plan?.active ?? true} />
          </span>
        </span>
        <ChevronsUpDown aria-hidden size={16} className="text-ink-3" />
      </PopoverTrigger>
      <PopoverContent label={shell.switchBrand} align="start" look="list">
        <BrandChoices brands={brands.data?.data} failed={brands.isError} loading={brands.isLoading} current={brandId} onChosen={close} />
        <div className="-mx-1.5 mt-1.5 flex items-center gap-2 border-t border-line px-3 pb-1.5 pt-3">
          <CreateBrandLink brands={brands.data?.data} paid={plan !== null} onNavigate={close} />
          <Link to={paths.settings} onClick={close} className={buttonClass("ghost", "sm", "ml-auto")}>
            {shell.manage}
          </Link>
        </div>
      </PopoverContent>
    </Popover>
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
    <span aria-hidden className="flex size-9 shrink-0 items-center justify-center rounded-field bg-accent text-lg font-semibold text-on-accent">
      {[...name][0]?.toLocaleUpperCase()}
    </span>
  );
}

type BrandChoicesProps = { brands: BrandRow[] | undefined; failed: boolean; loading: boolean; current: string | null; onChosen: () => void };

function BrandChoices({ brands, failed, loading, current, onChosen }: BrandChoicesProps) {
  const [query, setQuery] = useState("");
  const switchBrand = useSwitchBrand();
  if (failed) return <p className="px-2.5 py-2 text-sm text-ink-2">{shell.brandsFailed}</p>;
  if (loading) return <Skeleton className="m-1.5 h-9" />;
  const live = brands ?? [];
  const shown = live.filter((brand) => brand.name.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase()));
  return (
    <>
      {live.length >= SEARCH_FROM ? (
        <Input aria-label={shell.findBrand} placeholder={shell.findBrand} value={query} onChange={(event) => setQuery(event.target.value)} className="mb-1.5" />
      ) : null}
      {query && shown.length === 0 ? <p className="px-2.5 py-2 text-sm text-ink-2">{shell.noBrandFound}</p> : null}
      <ul aria-label={shell.switchBrand} className="max-h-72 overflow-y-auto">
        {shown.map((brand) => (
          <li key={brand.id}>
            <button
              type="button"
              aria-current={brand.id === current || undefined}
              onClick={() => {
                switchBrand(brand.id);
                onChosen();
              }}
              className="flex min-h-10 w-full items-center gap-2.5 rounded-button px-2.5 text-left hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate">{brand.name}</span>
              {brand.overall === null ? null : <span className="tabular text-sm text-ink-3">{Math.round(brand.overall)}</span>}
              {brand.id === current ? <Check aria-hidden size={16} className="text-accent-text" /> : null}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** With capacity left it opens the form, at the limit the plans. */
function CreateBrandLink({ brands, paid, onNavigate }: { brands: BrandRow[] | undefined; paid: boolean; onNavigate: () => void }) {
  const granted = useFeatureAccess("brands.max", paid);
  const capacity = paid ? granted === true : brands?.length === 0;
  return (
    <Link to={capacity ? paths.addBrand : pricingFor("brands")} onClick={onNavigate} className={buttonClass("link", "sm")}>
      <Plus aria-hidden size={16} />
      {shell.createBrand}
    </Link>
  );
}
