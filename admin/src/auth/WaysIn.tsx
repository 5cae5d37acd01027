import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation } from "react-admin";

import { BASE } from "@/api/http";
import { sessionEnd, waysIn } from "@/providers/session";

/** Why the provider's sign-in came back without a session. */
const REFUSED: Record<string, string> = {
  denied: "The sign-in was not allowed at your provider. Try again, or ask whoever runs it.",
  expired: "That took too long. Please sign in again.",
  failed: "The sign-in with your provider did not work. Please try again.",
  unconfirmed: "Your provider has not confirmed your e-mail address. Confirm it there, then sign in again.",
  "no-factor":
    "Your provider does not say that it asked for a second factor, and you have no authenticator app here yet. Open the link of your invitation to set one up, or ask an admin for a new link.",
  "not-invited":
    "Nobody with this address is invited to the console. Ask an admin for an invitation, or sign in with another account.",
};

/** Staff sign in where the deployment says: at its provider, or with the form in `children`. */
export function WaysIn({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery({ queryKey: ["ways-in"], queryFn: waysIn, staleTime: Infinity, retry: 1 });
  const refusal = REFUSED[new URLSearchParams(useLocation().search).get("error") ?? ""];
  if (isPending) return <LinearProgress aria-label="Loading" />;
  // A server that cannot say it lets people try what always works.
  const { provider, password } = data ?? { provider: false, password: true };
  return (
    <>
      {sessionEnd() && !refusal ? (
        <Alert severity="info" sx={{ mb: 2 }}>
          {sessionEnd()}
        </Alert>
      ) : null}
      {refusal ? (
        <Alert severity="error" sx={{ mb: 2 }}>
          {refusal}
        </Alert>
      ) : null}
      {provider ? (
        <Button href={`${BASE}/session/oidc`} variant={password ? "outlined" : "contained"} fullWidth sx={{ mb: 2 }}>
          Sign in with your organisation
        </Button>
      ) : null}
      {password ? (
        children
      ) : (
        <Typography variant="body2" color="text.secondary">
          For staff only. Customers sign in to the application itself.
        </Typography>
      )}
    </>
  );
}
