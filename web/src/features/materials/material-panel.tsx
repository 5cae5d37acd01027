import { useQuery } from "@tanstack/react-query";
import { FlaskConical, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { useParamsLink } from "@/lib/address-params";
import { countText } from "@/lib/count";
import { fileSize } from "@/lib/file-size";
import { ago, shortDate } from "@/lib/format";
import { isNotFound } from "@/lib/http";
import { localeName } from "@/lib/locale-name";
import { materials as words } from "@/lib/messages/materials";
import { Link, useNavigate } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useEditing } from "@/lib/use-editing";

import { materialQuery, primaryQuery, type MaterialDetail } from "./api";
import { MaterialFitView } from "./material-fit";
import { MaterialMenu } from "./material-menu";
import { kindOf, nameOf, toneOf, underWay } from "./material-words";
import { useMaterialsPoll } from "./use-materials-poll";
import { useMaterialActions } from "./use-material-actions";

/** One material: where it comes from, how its analysis stands, how it speaks to the audience and what was read. */
export function MaterialPanel({ brandId, materialId }: { brandId: string; materialId: string }) {
  const material = useQuery({ ...materialQuery(brandId, materialId), refetchOnMount: "always" });
  useMaterialsPoll(brandId, material.data ? underWay(material.data) : false);
  if (isNotFound(material.error)) {
    const back = (
      <Link to={paths.materials} className={buttonClass("secondary")}>
        {words.back}
      </Link>
    );
    return <EmptyState title={words.gone} text={words.goneText} action={back} />;
  }
  if (material.isError) return <ErrorCard error={material.error} onRetry={() => void material.refetch()} />;
  return material.data ? <Detail material={material.data} /> : <Skeleton className="h-72" />;
}

/**
 * What the brand was made from: its facts at once, what was read and how it was judged on request. A brand that was
 * only described has none.
 */
export function PrimaryPanel({ brandId }: { brandId: string }) {
  const material = useQuery({ ...primaryQuery(brandId), refetchOnMount: "always" });
  useMaterialsPoll(brandId, material.data ? underWay(material.data) : false);
  if (isNotFound(material.error)) return null;
  if (material.isError) return <ErrorCard error={material.error} onRetry={() => void material.refetch()} />;
  if (!material.data) return <Skeleton className="h-36" />;
  return (
    <Card className="flex flex-col gap-4">
      <Head material={material.data} />
      {material.data.failure ? <p className="text-attention-text">{material.data.failure}</p> : null}
      <Meta material={material.data} />
      <details>
        <summary className="font-medium text-accent-text">{words.readOf}</summary>
        <div className="mt-4 flex flex-col gap-5">
          <Read material={material.data} />
        </div>
      </details>
    </Card>
  );
}

function Detail({ material }: { material: MaterialDetail }) {
  return (
    <Card className="flex flex-col gap-5">
      <Head material={material} />
      {material.failure ? <p className="text-attention-text">{material.failure}</p> : null}
      {material.description ? (
        <p className="max-w-prose text-ink-2 whitespace-pre-line wrap-anywhere">{material.description}</p>
      ) : null}
      <Meta material={material} />
      <Read material={material} />
    </Card>
  );
}

/** How it speaks to the audience, and its beginning word for word. */
function Read({ material }: { material: MaterialDetail }) {
  return (
    <>
      {material.isPrimary ? <p className="text-sm text-ink-3">{words.primaryNote}</p> : null}
      <MaterialFitView fit={material.fit} score={material.audienceFit} waiting={underWay(material)} />
      {material.excerpt ? (
        <section>
          <h3 className="mb-2 text-sm font-medium text-ink-2">{words.excerpt}</h3>
          <div
            className="evidence max-h-80 overflow-y-auto px-4 py-3 whitespace-pre-line wrap-anywhere"
            tabIndex={0}
            role="region"
            aria-label={words.excerpt}
          >
            {material.excerpt}
          </div>
        </section>
      ) : null}
    </>
  );
}

function Head({ material }: { material: MaterialDetail }) {
  const navigate = useNavigate();
  const { canEdit } = useEditing(material.brandId);
  const { remove, analyze } = useMaterialActions(material.brandId);
  const here = useParamsLink();
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold wrap-anywhere">
          {nameOf(material)}
          <Badge tone={toneOf[material.status]}>{words.statuses[material.status]}</Badge>
        </h2>
        {material.url && !material.isPrimary ? (
          <a
            href={material.url}
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent-text underline underline-offset-4 wrap-anywhere"
          >
            {material.url}
          </a>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Link to={here({ whatif: "1", wording: material.id })} className={buttonClass("secondary", "sm")}>
          <FlaskConical aria-hidden size={16} />
          {words.tryIt}
        </Link>
        {canEdit && material.isPrimary && material.kind === "website" ? (
          <Link to={`${paths.dashboard}?brand=${material.brandId}&run=1`} className={buttonClass("secondary", "sm")}>
            <RefreshCw aria-hidden size={16} />
            {words.analyzeBrand}
          </Link>
        ) : canEdit ? (
          <Button variant="secondary" size="sm" disabled={underWay(material)} onClick={() => analyze(material)}>
            <RefreshCw aria-hidden size={16} />
            {words.analyze}
          </Button>
        ) : null}
        {canEdit ? (
          <MaterialMenu
            material={material}
            onAnalyze={() => analyze(material)}
            onRemove={() =>
              void remove([material]).then(
                () => navigate(paths.materials),
                () => undefined,
              )
            }
          />
        ) : null}
      </div>
    </div>
  );
}

function Meta({ material }: { material: MaterialDetail }) {
  const rows: [string, ReactNode][] = [
    [words.type, kindOf(material)],
    [words.addedOn, shortDate(material.createdAt)],
    [words.lastAnalyzed, material.analysedAt ? ago(material.analysedAt) : words.never],
    [words.words, countText(material.wordCount)],
    ...(material.language ? [[words.language, localeName(material.language)] satisfies [string, string]] : []),
    ...(material.fileName ? [[words.file, material.fileName] satisfies [string, string]] : []),
    ...(material.fileSize ? [[words.size, fileSize(material.fileSize)] satisfies [string, string]] : []),
  ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd className="tabular wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
