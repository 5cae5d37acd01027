import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState, type ReactNode } from "react";

import { questions as words } from "@/lib/messages/questions";

import { promptsQuery } from "./api/prompts";
import { competitorsQuery } from "./api/competitors";
import { ProposalNotice } from "./panel/proposal-notice";
import { CompetitorList, QuestionList } from "./question-list";

/** Competitors and questions to look through before assistants are asked, each list behind its count. */
export function PanelReview({ brandId }: { brandId: string }) {
  const prompts = useQuery(promptsQuery(brandId));
  const competitors = useQuery(competitorsQuery(brandId));
  const asked = prompts.data?.data.filter((prompt) => prompt.status === "active").length;
  const tracked = competitors.data?.data.filter((competitor) => competitor.status === "tracked").length;
  return (
    <>
      <ProposalNotice brandId={brandId} />
      <CompetitorList
        brandId={brandId}
        quiet
        frame={(list, add) => <Fold label={words.competitors} count={tracked} add={add} list={list} />}
      />
      <QuestionList
        brandId={brandId}
        quiet
        frame={(list, add) => <Fold label={words.asked} count={asked} add={add} list={list} />}
      />
    </>
  );
}

type FoldProps = { label: string; count: number | undefined; list: ReactNode; add: ReactNode };

function Fold({ label, count, list, add }: FoldProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="border-t border-line py-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <button
          type="button"
          aria-expanded={open}
          className="inline-flex min-h-9 items-center gap-2 font-medium underline-offset-4 hover:text-accent-text hover:underline"
          onClick={() => setOpen(!open)}
        >
          {label}
          {count === undefined ? null : <span className="tabular text-ink-3">{count}</span>}
          <ChevronDown aria-hidden size={16} className={open ? "rotate-180 text-ink-3" : "text-ink-3"} />
        </button>
        {add}
      </div>
      <div hidden={!open}>{list}</div>
    </div>
  );
}
