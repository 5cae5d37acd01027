import { useQuery } from "@tanstack/react-query";

import { checkLink, type LinkPurpose } from "@/api/account-links";
import { ApiError } from "@/lib/http";

import { isLinkToken } from "./link-token";

/**
 * Whether the link of a mail can still be used, before anything is typed. Where nobody can say, the form itself will.
 */
export function useLinkState(
  token: string,
  purpose: LinkPurpose,
  enabled = true,
): "checking" | "open" | "over" | "incomplete" {
  const complete = isLinkToken(token);
  const asked = useQuery({
    queryKey: ["link", purpose, token],
    queryFn: () => checkLink(token, purpose).then(() => true),
    enabled: complete && enabled,
    retry: false,
    staleTime: Infinity,
  });
  if (!complete) return "incomplete";
  if (asked.error instanceof ApiError && asked.error.status === 422) return "over";
  return enabled && asked.isPending ? "checking" : "open";
}
