import { useState } from "react";

/** The secret behind the # of the address, taken out of it at once so that it is not left in the history. */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  if (token && window.location.hash) window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
  return token;
}
