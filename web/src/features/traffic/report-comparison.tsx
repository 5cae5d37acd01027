import { useQuery } from "@tanstack/react-query";

import { Alert } from "@/components/ui/alert";
import { DataView } from "@/components/ui/data-view";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { countText } from "@/lib/count";
import { trafficReports as words } from "@/lib/messages/traffic-reports";

import type { Report, ReportComparison as Comparison } from "./api";
import { decimalText } from "./report-figures";
import { periodText } from "./report-words";
import { comparisonQuery } from "./reports-api";
import { TablePart } from "./table-part";

/** A report by page beside the answers that cite each page; for plans with full analytics. */
export function ReportComparison({ brandId, report }: { brandId: string; report: Report }) {
  const found = useQuery(comparisonQuery(brandId, report.id));
  if (!found.data)
    return found.isError ? (
      <ErrorCard error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <Skeleton className="h-40" />
    );
  return (
    <TablePart title={words.besideTitle} description={<Agreement shown={found.data} />}>
      {found.data.answers ? (
        <DataView
          label={words.besideTitle}
          columns={[
            { key: "page", title: words.besidePage, cell: ({ page }) => <span className="wrap-anywhere">{page}</span> },
            {
              key: "reported",
              title: found.data.column,
              numeric: true,
              cell: ({ reported }) => decimalText(reported),
            },
            {
              key: "cited",
              title: words.besideCited,
              numeric: true,
              cell: ({ cited, share }) => words.besideShare(countText(cited), decimalText(share)),
            },
          ]}
          rows={found.data.data}
          rowKey={({ page }) => page}
        />
      ) : null}
    </TablePart>
  );
}

function Agreement({ shown }: { shown: Comparison }) {
  const { agreement, low, high, why, pages, answers, answeredFrom, answeredTo } = shown;
  if (why || agreement === null || low === null || high === null)
    return <Alert>{words.besideWhy[why ?? "no-answers"]}</Alert>;
  const numbers = [agreement, low, high].map(decimalText) as [string, string, string];
  return (
    <>
      <p className="tabular">{words.agreement(...numbers, countText(pages))}</p>
      <p>{words.agreementMeans}</p>
      <p>{words.besideAnswers(countText(answers), periodText(answeredFrom, answeredTo))}</p>
    </>
  );
}
