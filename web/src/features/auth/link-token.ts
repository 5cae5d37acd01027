import { useState } from "react";

let kept = "";

/**
 * A secret as our links carry it: 256 bits as URL-safe text. Anything else was cut off or made up, and opens nothing.
 */
export const isLinkToken = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token);

/**
 * The secret behind the # of the address, taken out of it at once so that it is not left in the history. It is
 * remembered for as long as the page lives: signing in on the way shows other screens in between. `waiting` gives what
 * was stored when the page was left.
 */
export function useLinkToken(waiting: () => string = () => ""): string {
  const [token] = useState(() => {
    const stored = waiting();
    return (kept = window.location.hash.slice(1) || stored || kept);
  });
  if (token && window.location.hash)
    window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
  return token;
}
