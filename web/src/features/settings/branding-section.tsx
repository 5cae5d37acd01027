import { useQuery } from "@tanstack/react-query";

import { Section } from "@/components/layout/section";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { branding as words } from "@/lib/messages/reports";
import { useMembership, useReadsResults } from "@/lib/use-membership";

import { brandingQuery } from "./api/branding";
import { BrandingForm } from "./branding-form";

/** How reports look, for whoever reads them: open with the plan that has it, and a word about it on the others. */
export function BrandingSection() {
  const membership = useMembership();
  const reads = useReadsResults();
  const query = useQuery({ ...brandingQuery, enabled: reads && membership !== null });
  if (!membership || !reads) return null;
  const read = query.data;
  const blank = read && !read.branding.name && !read.branding.colour && !read.branding.logo;
  return (
    <Section id="reports" title={words.title} text={words.text}>
      <div className="min-w-0 sm:col-span-2">
        {!read ? (
          query.isError ? (
            <ErrorCard title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton className="h-40" />
          )
        ) : read.branding.active ? (
          <BrandingForm
            key={read.tag}
            read={read}
            mayChange={membership.manages}
            onReload={() => void query.refetch()}
          />
        ) : (
          <UpgradeNotice
            title={words.locked}
            text={blank ? null : words.kept}
            action={words.upgrade}
            reason="reports.branding"
          />
        )}
      </div>
    </Section>
  );
}
