import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";

import { Badge, type Tone } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { useAuth } from "@/lib/auth";
import { homepage } from "@/lib/messages/gaps";
import { paths, pricingFor } from "@/lib/paths";

import { SourceLink } from "./answer-sources";
import { recommendationsQuery, type Recommendation, type Rows } from "./api";
import { BrandData } from "./brand-data";
import { EvidenceDrawer } from "./evidence-drawer";
import { useDrawer } from "./use-drawer";

const toneOfPriority: Record<Recommendation["priority"], Tone> = { High: "attention", Medium: "moderate", Low: "info" };

/** The brand's primary material: what to do about it, and what assistants say. */
export function HomepageScreen() {
  const { businessInfo } = useAuth();
  return (
    <div className="flex flex-col gap-6">
      <div>
        <Link to={paths.dashboard} className="inline-flex items-center gap-1.5 text-accent-text underline-offset-4 hover:underline">
          <ArrowLeft aria-hidden size={16} />
          {homepage.back}
        </Link>
        <p className="mt-3 text-lg font-medium">
          {businessInfo?.websiteUrl ? <SourceLink url={businessInfo.websiteUrl}>{businessInfo.websiteUrl}</SourceLink> : homepage.documentUpload}
        </p>
      </div>
      <Card>
        <CardHeader title={homepage.recommendations} />
        <BrandData query={recommendationsQuery}>{(rows) => <Recommendations rows={rows} />}</BrandData>
      </Card>
      <Interpretations />
    </div>
  );
}

function Recommendations({ rows }: { rows: Rows<Recommendation> }) {
  const total = rows.data.length + rows.locked;
  if (!total) {
    return (
      <div>
        <p className="font-medium">{homepage.noneYet}</p>
        <p className="mt-1 text-ink-2">{homepage.noneYetText}</p>
      </div>
    );
  }
  return (
    <>
      <ul className="flex flex-col gap-6">
        {rows.data.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      {rows.locked ? (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
          <p className="text-ink-2">{homepage.limited(rows.data.length, total)}</p>
          <Link to={pricingFor("recommendations.all")} className={buttonClass("primary")}>
            {homepage.unlock}
          </Link>
        </div>
      ) : null}
      <EvidenceDrawer runId={null} />
    </>
  );
}

function Item({ item }: { item: Recommendation }) {
  const { openAnswer } = useDrawer();
  return (
    <li className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="inline-block font-medium first-letter:uppercase">{item.category}</span>
        <Badge tone={toneOfPriority[item.priority]}>{homepage.priority(item.priority)}</Badge>
        <Badge>{homepage.effort(item.effort)}</Badge>
      </div>
      <h3 className="text-lg font-semibold">{item.title}</h3>
      <p className="max-w-prose text-ink-2">{item.description}</p>
      {item.evidence.length ? (
        <ul className="flex flex-col gap-2" aria-label={homepage.why}>
          {item.evidence.filter((proof) => proof.kind !== "finding").slice(0, 3).map((proof, index) => (
            <li key={index}>
              {proof.quote ? <p className="evidence px-3 py-1.5 text-[15px] whitespace-pre-line wrap-anywhere">{proof.quote}</p> : null}
              {proof.kind === "answer" ? (
                <button type="button" onClick={() => openAnswer(proof.ref)} className="mt-1 text-sm text-accent-text underline-offset-4 hover:underline">
                  {homepage.seeAnswer}
                </button>
              ) : (
                <p className="mt-1 text-sm text-ink-3">
                  {proof.detail}
                  {proof.kind === "gap" ? null : (
                    <>
                      {proof.detail ? " · " : null}
                      <SourceLink url={proof.ref}>{proof.ref}</SourceLink>
                    </>
                  )}
                </p>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="text-sm text-ink-3">
        {homepage.evidenceGrade} {homepage.grades[item.grade]}
      </p>
    </li>
  );
}

/** No assistant is connected yet, so each card says exactly that. */
function Interpretations() {
  return (
    <Card>
      <CardHeader title={homepage.interpretations} description={homepage.interpretationsText} />
      <ul className="grid gap-4 md:grid-cols-3">
        {homepage.engines.map((engine) => (
          <li key={engine} className="rounded-card border border-line p-4">
            <div className="flex items-center justify-between gap-2">
              <h3 className="font-semibold">{engine}</h3>
              <Badge>{homepage.notConnected}</Badge>
            </div>
            <p className="mt-2 text-ink-2">{homepage.notConnectedText}</p>
            <p className="mt-3 text-sm text-ink-3">
              {homepage.matchScore}: {homepage.notEnough}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
