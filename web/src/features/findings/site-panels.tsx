import { useQuery } from "@tanstack/react-query";

import { Badge, type Tone } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { DataView, type Column } from "@/components/ui/data-view";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { ago } from "@/lib/format";
import { site as words } from "@/lib/messages/advice";
import { gaps } from "@/lib/messages/gaps";

import { botsQuery, crawlQuery, type Bot, type Crawl } from "./api/advice";

const toneOfVerdict: Record<Bot["verdict"], Tone> = {
  allowed: "good",
  "partly blocked": "moderate",
  blocked: "attention",
  "policy choice": "info",
  unknown: "neutral",
};
const PURPOSES = ["search", "user", "training"] as const;

/** Per bot: what robots.txt says, which line decides, and whether a request with its name is answered. */
export function BotMatrix({ brandId }: { brandId: string }) {
  const bots = useQuery(botsQuery(brandId));
  if (bots.isError) return <ErrorCard error={bots.error} onRetry={() => void bots.refetch()} />;
  if (!bots.data) return <Skeleton className="h-80" />;
  const known = bots.data.bots;
  if (known.length && known.every(isLetIn)) {
    return (
      <Card className="flex min-w-0 flex-col gap-4">
        <CardHeader title={words.bots} className="mb-0" />
        <p>{words.allLetIn(known.length)}</p>
        <details className="min-w-0">
          <summary className="cursor-pointer text-sm text-accent-text">{words.eachBot}</summary>
          <div className="mt-4 flex flex-col gap-4">
            <p className="max-w-prose text-ink-2">{words.botsText}</p>
            <Tables bots={known} />
          </div>
        </details>
      </Card>
    );
  }
  const letIn = known.filter(isLetIn);
  return (
    <Card className="flex min-w-0 flex-col gap-4">
      <CardHeader title={words.bots} description={words.botsText} className="mb-0" />
      {known.length ? (
        <Tables bots={known.filter((bot) => !isLetIn(bot))} />
      ) : (
        <p className="text-ink-2">{words.noBots}</p>
      )}
      {letIn.length ? (
        <details className="min-w-0">
          <summary className="cursor-pointer text-sm text-accent-text">{words.othersLetIn(letIn.length)}</summary>
          <div className="mt-4 flex flex-col gap-4">
            <Tables bots={letIn} />
          </div>
        </details>
      ) : null}
    </Card>
  );
}

/** Nothing to decide about it: robots.txt lets it read every page, and no request in its name was refused. */
const isLetIn = (bot: Bot) => bot.verdict === "allowed" && !bot.pagesBlocked && bot.byUserAgent !== "blocked";

function Tables({ bots }: { bots: Bot[] }) {
  return PURPOSES.filter((purpose) => bots.some((bot) => bot.purpose === purpose)).map((purpose) => (
    <section key={purpose}>
      <h3 className="mb-2 text-sm font-medium text-ink-2">{words.purposes[purpose]}</h3>
      <DataView
        label={words.purposes[purpose] ?? purpose}
        columns={columns}
        rows={bots.filter((bot) => bot.purpose === purpose)}
        rowKey={(bot) => bot.name}
      />
    </section>
  ));
}

const columns: Column<Bot>[] = [
  {
    key: "bot",
    title: words.bot,
    className: "w-44",
    cell: (bot) => (
      <span>
        <span className="font-medium">{bot.name}</span>
        <span className="block text-sm text-ink-3">{bot.vendor}</span>
      </span>
    ),
  },
  {
    key: "verdict",
    title: words.verdict,
    cell: (bot) => (
      <span className="flex flex-col items-start gap-1">
        <Badge tone={toneOfVerdict[bot.verdict]} className="first-letter:uppercase">
          {bot.verdict}
        </Badge>
        {bot.pagesBlocked ? (
          <span className="tabular text-xs text-ink-3">{words.pagesBlocked(bot.pagesBlocked, bot.pagesJudged)}</span>
        ) : null}
      </span>
    ),
  },
  {
    key: "line",
    title: words.line,
    cell: (bot) =>
      bot.line ? (
        <code className="text-sm wrap-anywhere">{words.lineAt(bot.line, bot.lineNumber)}</code>
      ) : (
        <span className="text-ink-3">{words.noLine}</span>
      ),
  },
  {
    key: "agent",
    title: words.firewall,
    cell: (bot) => (
      <span>
        {words.byUserAgent[bot.byUserAgent]}
        {bot.userAgentReason ? <span className="block text-sm text-ink-3">{bot.userAgentReason}</span> : null}
      </span>
    ),
  },
];

/** What the newest analysis read of the site, and how to let our own bot in. */
export function CrawlSummary({ brandId }: { brandId: string }) {
  const crawl = useQuery(crawlQuery(brandId));
  if (crawl.isError) return <ErrorCard error={crawl.error} onRetry={() => void crawl.refetch()} />;
  if (!crawl.data) return <Skeleton className="h-80" />;
  if (!crawl.data.applicable || !crawl.data.runId) return null;
  return (
    <Card className="flex min-w-0 flex-col gap-4">
      <CardHeader title={words.crawl} className="mb-0" />
      {crawl.data.problem ? <p className="text-attention-text">{crawl.data.problem.message}</p> : null}
      <Figures crawl={crawl.data} />
      {crawl.data.complete ? null : <p className="text-sm text-ink-3">{words.incomplete}</p>}
      {crawl.data.finishedAt ? (
        <p className="text-sm text-ink-3">{words.checkedAt(ago(crawl.data.finishedAt))}</p>
      ) : null}
      <div className="border-t border-line pt-4">
        <h3 className="font-medium">{words.ourBot}</h3>
        <p className="mt-1 text-ink-2">{words.ourBotText(crawl.data.robotsName)}</p>
        <p className="mt-3 text-sm text-ink-2">{words.userAgent}</p>
        <code className="mt-1 block text-sm wrap-anywhere">{crawl.data.userAgent}</code>
        {crawl.data.howToAllow ? (
          <>
            <div className="mt-3 flex items-center justify-between gap-2">
              <p className="text-sm text-ink-2">{words.allow}</p>
              <CopyButton text={crawl.data.howToAllow} label={gaps.copy} done={gaps.copied} />
            </div>
            <pre
              tabIndex={0}
              className="overflow-x-auto rounded-field border border-line bg-sunken p-3 text-xs whitespace-pre-wrap"
            >
              <code>{crawl.data.howToAllow}</code>
            </pre>
          </>
        ) : null}
      </div>
    </Card>
  );
}

function Figures({ crawl }: { crawl: Crawl }) {
  const figures = [
    [words.found, crawl.pagesFound],
    [words.crawled, crawl.pagesCrawled],
    [words.blocked, crawl.pagesBlocked],
    [words.sitemap, crawl.sitemapUrls],
  ] as const;
  return (
    <dl className="tabular grid grid-cols-2 gap-x-4 gap-y-3">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="text-xl font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
