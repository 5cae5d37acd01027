import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { textOf } from "@/lib/http";
import { digest as words } from "@/lib/messages/delivery";
import { toast } from "@/lib/toast";
import { useMembership } from "@/lib/use-membership";

import { changeWebhook, ENDPOINTS_KEY, slackQuery, type EndpointEvent } from "./api";

/**
 * Which events are posted to the team's Slack channel, and the way to change one; null without a channel or the right
 * to.
 */
export function useSlackEvents() {
  const client = useQueryClient();
  const me = useMembership();
  const connection = useQuery({ ...slackQuery, enabled: me?.manages === true }).data?.connection;
  const save = useMutation({
    mutationFn: (events: EndpointEvent[]) => changeWebhook({ id: connection?.id ?? "", events }),
    onMutate: (events) => {
      const before = client.getQueryData(slackQuery.queryKey);
      client.setQueryData(slackQuery.queryKey, (old) =>
        old?.connection ? { ...old, connection: { ...old.connection, events } } : old,
      );
      return before;
    },
    onError: (error, _, before) => {
      client.setQueryData(slackQuery.queryKey, before);
      toast({ variant: "destructive", title: words.failed, description: textOf(error) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ENDPOINTS_KEY }),
  });
  if (!connection) return null;
  const change = (event: EndpointEvent, wanted: boolean) =>
    save.mutate(wanted ? [...connection.events, event] : connection.events.filter((other) => other !== event));
  return { posted: connection.events, onChange: change };
}
