import type { ComponentType, ReactNode } from "react";

import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Guarded } from "@/components/ui/guarded";
import { useCurrentBrandId } from "@/lib/current-brand";
import { questions as words } from "@/lib/messages/questions";
import { dashboard } from "@/lib/messages/visibility";

import { AlsoNamed } from "./also-named";
import { FilledNotice, HistoryCard } from "./panel/history-card";
import { ProposalCard } from "./panel/proposal-card";
import { PromptSuggestions } from "./prompt-suggestions";
import { CompetitorList, QuestionList } from "./question-list";
import { useEditing } from "./states";

type QuestionsScreenProps = {
  /** What is understood of the brand: the questions are made from it. */
  Offer: ComponentType<{ brandId: string }>;
  /** The drawer that shows the answer named in the address. */
  answerDrawer: ReactNode;
};

/** What is asked and against whom it is measured: on every plan, with its limits. */
export function QuestionsScreen({ Offer, answerDrawer }: QuestionsScreenProps) {
  const brandId = useCurrentBrandId();
  if (!brandId) return <EmptyState title={dashboard.noBrand} />;
  return (
    <div key={brandId} className="flex flex-col gap-6">
      <Guarded>
        <Offer brandId={brandId} />
        <ProposalCard brandId={brandId} />
        <FilledNotice brandId={brandId} />
        <QuestionList brandId={brandId} frame={inCard(words.asked, words.askedText)} />
        <Suggested brandId={brandId} />
        <CompetitorList brandId={brandId} frame={inCard(words.competitors, words.competitorsText)} />
        <AlsoNamed brandId={brandId} />
        <HistoryCard brandId={brandId} />
        {answerDrawer}
      </Guarded>
    </div>
  );
}

const inCard = (title: string, description: string) => (list: ReactNode, add: ReactNode) => (
  <Card aria-label={title}>
    <CardHeader title={title} description={description} className="mb-1 flex-wrap" action={add} />
    {list}
  </Card>
);

function Suggested({ brandId }: { brandId: string }) {
  return <PromptSuggestions brandId={brandId} canEdit={useEditing(brandId).canEdit} />;
}
