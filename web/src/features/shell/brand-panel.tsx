import { useQuery } from "@tanstack/react-query";
import { Check, Plus } from "lucide-react";
import { useState } from "react";

import { useFeatureAccess } from "@/api/access";
import { brandsQuery, type BrandRow } from "@/api/brands";
import { buttonClass } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { PartProps } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import type { Anchor } from "@/components/ui/use-panel";
import { useCurrentBrandId, useSwitchBrand } from "@/lib/current-brand";
import { shell } from "@/lib/messages/shell";
import { Link } from "@/lib/navigation";
import { paths, pricingFor } from "@/lib/paths";

const SEARCH_FROM = 8;

type BrandPanelProps = PartProps & { anchor: Anchor; paid: boolean; setUp: boolean; onNavigate: () => void };

/** The brands to switch to, and the ways to manage them and to add one. */
export function BrandPanel({ anchor, onClose, paid, setUp, onNavigate }: BrandPanelProps) {
  const brands = useQuery({ ...brandsQuery, enabled: setUp });
  const current = useCurrentBrandId();
  const leave = () => {
    onClose();
    onNavigate();
  };
  return (
    <Panel anchor={anchor} onClose={onClose} label={shell.switchBrand} align="start" variant="list">
      <BrandChoices
        brands={brands.data?.data}
        failed={brands.isError}
        loading={brands.isLoading}
        current={current}
        onChosen={leave}
      />
      <div className="-mx-1.5 mt-1.5 flex items-center gap-2 border-t border-line px-3 pb-1.5 pt-3">
        <CreateBrandLink brands={brands.data?.data} paid={paid} onNavigate={leave} />
        <Link to={paths.settings} onClick={leave} className={buttonClass("ghost", "sm", "ml-auto")}>
          {shell.manage}
        </Link>
      </div>
    </Panel>
  );
}

type BrandChoicesProps = {
  brands: BrandRow[] | undefined;
  failed: boolean;
  loading: boolean;
  current: string | null;
  onChosen: () => void;
};

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
        <Input
          aria-label={shell.findBrand}
          placeholder={shell.findBrand}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className="mb-1.5"
        />
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
              {brand.overall === null ? null : (
                <span className="tabular text-sm text-ink-3">{Math.round(brand.overall)}</span>
              )}
              {brand.id === current ? <Check aria-hidden size={16} className="text-accent-text" /> : null}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** With capacity left it opens the form, at the limit the plans. */
function CreateBrandLink({
  brands,
  paid,
  onNavigate,
}: {
  brands: BrandRow[] | undefined;
  paid: boolean;
  onNavigate: () => void;
}) {
  const granted = useFeatureAccess("brands.max", paid);
  const capacity = paid ? granted !== false : brands?.length === 0;
  return (
    <Link
      to={capacity ? paths.addBrand : pricingFor("brands")}
      onClick={onNavigate}
      className={buttonClass("link", "sm")}
    >
      <Plus aria-hidden size={16} />
      {shell.createBrand}
    </Link>
  );
}
