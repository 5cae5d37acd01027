import { useQuery, useQueryClient } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { dateTime } from "@/lib/format";
import { digest as words } from "@/lib/messages/delivery";
import { toast } from "@/lib/toast";
import { useAction } from "@/lib/use-action";

import { DIGEST_KEY, digestQuery, saveDigest, testDigest, type Digest, type Frequency } from "./api";

const frequencies = (["weekly", "monthly", "off"] as const).map((value) => ({
  value,
  label: words.frequencies[value],
}));

/** How often the summary comes, when the next one is due, and one to try. */
export function DigestPart() {
  const client = useQueryClient();
  const digest = useQuery(digestQuery);
  const base = { outdated: DIGEST_KEY, failed: words.failed };
  const save = useAction<Frequency, Digest>({
    ...base,
    run: saveDigest,
    done: (now) => client.setQueryData(DIGEST_KEY, now),
  });
  const test = useAction<void, { address: string }>({
    ...base,
    run: testDigest,
    done: ({ address }) => toast({ variant: "success", title: words.tested(address) }),
  });
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      <div>
        <h3 className="font-semibold">{words.summary}</h3>
        <p className="mt-1 text-ink-2">{words.summaryText}</p>
      </div>
      {digest.isError ? (
        <ErrorCard title={words.loadFailed} error={digest.error} onRetry={() => void digest.refetch()} />
      ) : null}
      {digest.isPending ? <Skeleton className="h-11 max-w-md" /> : null}
      {digest.data ? (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <Segmented
              label={words.often}
              value={digest.data.frequency}
              onChange={(frequency) => save.mutate(frequency)}
              choices={frequencies}
              className="w-full max-w-sm"
            />
            <Button
              variant="secondary"
              pending={test.isPending}
              disabled={!digest.data.verified}
              onClick={() => test.mutate()}
            >
              {words.test}
            </Button>
          </div>
          {said(digest.data).map((line) => (
            <p key={line} className="text-sm wrap-anywhere text-ink-2">
              {line}
            </p>
          ))}
        </>
      ) : null}
    </div>
  );
}

function said({ nextAt, address, frequency, weeklyAllowed, verified, mail }: Digest): string[] {
  const lines: string[] = [nextAt ? words.next(dateTime(nextAt), address) : words.stopped];
  if (frequency === "weekly" && !weeklyAllowed) lines.push(words.monthlyPlan);
  if (!verified) lines.push(words.unverified);
  if (!mail) lines.push(words.noMail);
  return lines;
}
