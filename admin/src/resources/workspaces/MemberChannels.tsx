import Alert from "@mui/material/Alert";
import { useQuery } from "@tanstack/react-query";
import { useDataProvider, useRecordContext } from "react-admin";

import type { MemberChannelOut, MemberChannelsOut } from "@/api/generated";
import type { ConsoleDataProvider } from "@/providers/dataProvider";

const KINDS: Record<MemberChannelOut["kind"], string> = {
  "share-link": "Share link",
  webhook: "Webhook",
  slack: "Slack channel",
};

/** What a member opened to the outside or changed, for whoever is about to take them out. */
export function MemberChannels() {
  const id = useRecordContext()?.id;
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data, error, isPending } = useQuery({
    queryKey: ["members", id, "outlets"],
    retry: false,
    queryFn: async ({ signal }) =>
      (await provider.read<MemberChannelsOut>(`/members/${String(id)}/outlets`, signal)).data.data,
  });
  if (isPending)
    return (
      <Alert severity="info" aria-busy>
        Looking up what they opened…
      </Alert>
    );
  if (error) return <Alert severity="warning">{`What they opened could not be looked up: ${error.message}`}</Alert>;
  if (!data.length) return null;
  return (
    <Alert severity="warning">
      They made or changed these, which go on giving out results after the removal unless they end with it:
      <ul>
        {data.map((channel) => (
          <li key={channel.id}>{`${KINDS[channel.kind]}: ${channel.name}`}</li>
        ))}
      </ul>
    </Alert>
  );
}
