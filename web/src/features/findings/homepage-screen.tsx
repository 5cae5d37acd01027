import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, FlaskConical } from "lucide-react";
import { Suspense, type ComponentType } from "react";

import { brandsQuery } from "@/api/brands";
import { buttonClass } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Guarded } from "@/components/ui/guarded";
import { SourceLink } from "@/features/analytics/answer-sources";
import { useParamsLink } from "@/lib/address-params";
import { useCurrentBrandId } from "@/lib/current-brand";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { homepage } from "@/lib/messages/gaps";
import { advised as words } from "@/lib/messages/homepage";
import { dashboard } from "@/lib/messages/visibility";
import { Link, useSearchParams } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useDrawer } from "@/lib/use-drawer";

import { Interpretations } from "./interpretations";
import { SimulatedMark } from "./no-gaps";
import { Recommendations } from "./recommendations";

const EvidenceDrawer = lazyComponent(async () => (await import("./evidence-drawer")).EvidenceDrawer);

/** Parts of another slice: one material, and the one the brand was made from. */
type HomepageParts = {
  Material: ComponentType<{ brandId: string; materialId: string }>;
  Primary: ComponentType<{ brandId: string }>;
};

/**
 * The brand's own words: what to do about them, what would happen if they changed, and what assistants say.
 * `?material=` shows one material of the brand in the place of its origin.
 */
export function HomepageScreen({ Material, Primary }: HomepageParts) {
  const brandId = useCurrentBrandId();
  const [params] = useSearchParams();
  const materialId = params.get("material");
  return (
    <div className="flex flex-col gap-6">
      <div>
        <Link
          to={paths.dashboard}
          className="inline-flex items-center gap-1.5 text-accent-text underline-offset-4 hover:underline"
        >
          <ArrowLeft aria-hidden size={16} />
          {homepage.back}
        </Link>
        {brandId && !materialId ? <Origin brandId={brandId} /> : null}
      </div>
      {!brandId ? null : materialId ? (
        <Material brandId={brandId} materialId={materialId} />
      ) : (
        <Primary brandId={brandId} />
      )}
      {brandId ? <Parts brandId={brandId} materialId={materialId} /> : <EmptyState title={dashboard.noBrand} />}
    </div>
  );
}

function Origin({ brandId }: { brandId: string }) {
  const brand = useQuery(brandsQuery).data?.data.find((row) => row.id === brandId);
  if (!brand) return null;
  return (
    <p className="mt-3 text-lg font-medium">
      {brand.websiteUrl ? <SourceLink url={brand.websiteUrl}>{brand.websiteUrl}</SourceLink> : homepage.documentUpload}
    </p>
  );
}

function Parts({ brandId, materialId }: { brandId: string; materialId: string | null }) {
  const { drawer } = useDrawer();
  const here = useParamsLink();
  return (
    <>
      <Guarded>
        <Card>
          <CardHeader title={homepage.recommendations} action={<SimulatedMark brandId={brandId} />} />
          <Guarded>
            <Recommendations brandId={brandId} />
          </Guarded>
        </Card>
        <Card className="flex flex-wrap items-center justify-between gap-4">
          <div className="min-w-0 flex-1 basis-72">
            <h2 className="text-lg font-semibold">{words.whatIf}</h2>
            <p className="mt-1 max-w-prose text-ink-2">{words.whatIfText}</p>
          </div>
          <Link to={here({ whatif: "1" })} className={buttonClass("secondary")}>
            <FlaskConical aria-hidden size={16} />
            {words.whatIfButton}
          </Link>
        </Card>
        <Interpretations brandId={brandId} materialId={materialId} />
      </Guarded>
      <Suspense>{drawer.answerId ? <EvidenceDrawer runId={null} /> : null}</Suspense>
    </>
  );
}
