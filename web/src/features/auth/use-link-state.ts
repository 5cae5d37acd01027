import { useQuery } from "@tanstack/react-query";

import type { LinkPurpose } from "@/api/account-links";
import { postedQuery } from "@/api/client";
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
    ...postedQuery("/api/v1/auth/link", { body: { token, purpose } }),
    enabled: complete && enabled,
    retry: false,
    staleTime: Infinity,
  });
  if (!complete) return "incomplete";
  if (asked.error instanceof ApiError && asked.error.status === 422) return "over";
  return enabled && asked.isPending ? "checking" : "open";
}
