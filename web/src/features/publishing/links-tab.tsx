import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { links as words } from "@/lib/messages/outputs";
import { useMembership } from "@/lib/use-membership";

import { linksQuery, type ShareLinks } from "./api/links";
import type { Source } from "./export-view";
import { LinkForm } from "./link-form";
import { LinkRow } from "./link-row";

const FEATURE = "share.links";

/** Links there are and the form for a new one; what the plan does not cover says so in their place. */
export function LinksTab({ brandId, brandName, source }: { brandId: string; brandName: string; source: Source }) {
  const me = useMembership();
  const links = useQuery({ ...linksQuery(brandId), enabled: me?.manages === true });
  if (!me?.manages) return <p className="text-ink-2">{words.readOnly}</p>;
  if (links.isError) return <ErrorCard title={words.failed} error={links.error} onRetry={() => void links.refetch()} />;
  if (!links.data) return <Skeleton className="h-40 w-full" />;
  return (
    <>
      <p className="mb-4 text-ink-2">{words.text(brandName)}</p>
      <Links brandId={brandId} links={links.data} source={source} />
    </>
  );
}

function Links({
  brandId,
  links: { data, limit, used },
  source,
}: {
  brandId: string;
  links: ShareLinks;
  source: Source;
}) {
  const [making, setMaking] = useState(source.name !== null);
  const [madeId, setMadeId] = useState<string | null>(null);
  const room = limit === null || used < limit;
  const empty = data.length === 0;
  return (
    <div className="flex flex-col gap-5">
      {limit === 0 ? (
        <UpgradeNotice title={words.lockedTitle} text={words.lockedText} action={words.seePlans} reason={FEATURE} />
      ) : null}
      {limit !== 0 && !room ? (
        <UpgradeNotice title={words.fullTitle} text={words.fullText} action={words.seePlans} reason={FEATURE} />
      ) : null}
      {room && (making || empty) ? (
        <LinkForm
          brandId={brandId}
          source={source}
          onCancel={empty ? null : () => setMaking(false)}
          onMade={(id) => {
            setMadeId(id);
            setMaking(false);
          }}
        />
      ) : null}
      {empty ? null : (
        <section aria-label={words.list}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 className="font-semibold">
              {words.list} <span className="tabular font-normal text-ink-3">{words.used(used, limit)}</span>
            </h3>
            {room && !making ? (
              <Button variant="secondary" size="sm" onClick={() => setMaking(true)}>
                {words.make}
              </Button>
            ) : null}
          </div>
          <ul className="mt-3 divide-y divide-line rounded-card border border-line">
            {data.map((link) => (
              <LinkRow key={link.id} link={link} fresh={link.id === madeId} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
