import { Alert } from "@/components/ui/alert";
import { authErrors } from "@/lib/messages/auth-errors";

/** Says why somebody came back from signing in elsewhere without being signed in. */
export function ReturnError({ code }: { code: string }) {
  return <Alert kind="error">{authErrors.errors[code] ?? authErrors.errorFallback}</Alert>;
}
