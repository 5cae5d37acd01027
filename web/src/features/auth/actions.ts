import { useNavigate, useSearchParams } from "@/lib/navigation";

/** What the sign-in screen shows besides its two tabs, by `?action=`. */
export const ACTIONS = ["forgot", "reset", "verify", "second-factor", "link", "invite"] as const;
export type Action = (typeof ACTIONS)[number];

/** Actions that a signed-in visitor may come for. */
export const FOR_ANYBODY: readonly string[] = ["reset", "verify", "invite"];

export const actionOf = (params: URLSearchParams) => ACTIONS.find((action) => action === params.get("action")) ?? null;

/** The address's parameters with another action: where the visitor wanted to go is kept. */
export function withAction(params: URLSearchParams, action: Action | "login"): string {
  const next = new URLSearchParams(params);
  next.set("action", action);
  next.delete("error");
  return next.toString();
}

/** Shows another action of the sign-in screen. */
export function useAction(): (action: Action | "login") => void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return (action) => void navigate(`?${withAction(params, action)}`);
}
