import { useState } from "react";

import { Answered } from "@/components/site/answered";
import { Button, buttonClass } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { countText } from "@/lib/count";
import { logEvidence as words } from "@/lib/messages/log-evidence";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

import type { Logged } from "./api/advice";
import { daysOf, staleSince, useLoggedWeek, verdictOf } from "./logged-week";

const FIRST = 5;

/** Which AI crawlers the server really turned away, by its own logs; without a log the way to add one. */
export function LogEvidence({ brandId }: { brandId: string }) {
  const { week, error, retry } = useLoggedWeek(brandId);
  if (error) return <ErrorCard error={error} onRetry={retry} />;
  if (week === undefined) return <Skeleton className="h-16" />;
  return week ? <Shown week={week} /> : <Invitation />;
}

function Invitation() {
  return (
    <p className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-4 py-3 text-ink-2">
      {words.invite}
      <Link to={paths.traffic} className={buttonClass("ghost", "sm", "max-sm:-ml-3")}>
        {words.open}
      </Link>
    </p>
  );
}

function Shown({ week }: { week: Logged }) {
  const [all, setAll] = useState(false);
  const { shutOut } = week;
  const stale = staleSince(week);
  return (
    <Card>
      <CardHeader title={words.title} description={words.text(...daysOf(week))} />
      {shutOut.length ? (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {(all ? shutOut : shutOut.slice(0, FIRST)).map((line) => (
              <Line key={`${line.bot} ${line.purpose} ${line.status}`} line={line} week={week} />
            ))}
          </ul>
          {shutOut.length > FIRST && !all ? (
            <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
              {words.more(countText(shutOut.length))}
            </Button>
          ) : null}
          <p className="mt-3 text-sm text-ink-2">{words.advice}</p>
        </>
      ) : (
        <p className="text-ink-2">{words[cameOf(week)]}</p>
      )}
      {stale ? <p className="mt-2 text-sm text-ink-2">{words.ends(stale)}</p> : null}
      {week.limited ? <p className="mt-2 text-sm text-ink-3">{words.limited}</p> : null}
    </Card>
  );
}

/** Whether no AI crawler came, one came under its own name, or every request in such a name was spoofed. */
function cameOf({ bots }: Logged): "noBots" | "none" | "onlySpoofed" {
  const crawlers = bots.filter(({ aiCrawler }) => aiCrawler);
  if (!crawlers.length) return "noBots";
  return crawlers.some(({ requests, contradicted }) => requests > contradicted) ? "none" : "onlySpoofed";
}

function Line({ line: { bot, status, purpose, requests }, week }: { line: Logged["shutOut"][number]; week: Logged }) {
  const { from, to } = week;
  const filters = new URLSearchParams({ bot, purpose, status: String(status), from, to });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
      <Answered bot={bot} status={status} requests={requests} />
      <Link
        to={`${paths.traffic}?${filters.toString()}`}
        aria-label={words.seeOf(bot, status)}
        className={buttonClass("ghost", "sm", "max-sm:-ml-3")}
      >
        {words.see}
      </Link>
    </li>
  );
}

/** How far the logs bear out that bots are turned away; nothing without a log or of one that did not come. */
export function LogVerdict({ brandId, bots }: { brandId: string; bots: readonly string[] }) {
  const { week } = useLoggedWeek(brandId);
  const { lines, neverRefused } = week ? verdictOf(week, bots) : { lines: [], neverRefused: false };
  if (!lines.length) return null;
  return (
    <div>
      <h3 className="mb-1.5 text-sm font-medium text-ink-2">{words.verdict}</h3>
      <ul className="flex flex-col gap-1">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {neverRefused ? <p className="mt-1.5 text-sm text-ink-2">{words.before}</p> : null}
    </div>
  );
}
