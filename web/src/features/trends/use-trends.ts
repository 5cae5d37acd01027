import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { trendsQuery } from "@/api/trends";
import { trends as words } from "@/lib/messages/sections";

import { requestTrends } from "./api";
import { useTrendsAddress } from "./use-address";

const POLL_MS = 1_500;
const pause = (ms: number) => new Promise<void>((resolve) => window.setTimeout(resolve, ms));

/**
 * A visit starts idle, unless its address says that the queries are shown. Pressing the button shows "Analyzing..." for
 * at least the specification's three seconds,
 * longer while a real job is under way; a failure leaves the result before in place.
 */
export function useTrends(brandId: string) {
  const client = useQueryClient();
  const { shown: opened, change } = useTrendsAddress();
  const stored = useQuery({
    ...trendsQuery(brandId),
    refetchInterval: (query) => (opened && query.state.data?.state === "reading" ? POLL_MS : false),
  });
  const ask = useMutation({
    mutationFn: async () => {
      const [answer] = await Promise.allSettled([requestTrends(brandId), pause(words.minimumMs)]);
      if (answer.status === "rejected") throw answer.reason;
      return answer.value;
    },
    onSuccess: (trends) => client.setQueryData(trendsQuery(brandId).queryKey, trends),
    onSettled: () => change({ shown: "1" }, true),
  });
  const analyzing = ask.isPending || (opened && stored.data?.state === "reading");
  return {
    trends: stored.data,
    shown: opened && !analyzing,
    analyzing,
    error: ask.error ?? stored.error,
    ask: () => ask.mutate(),
  };
}
