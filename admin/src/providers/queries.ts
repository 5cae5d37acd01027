import { QueryClient } from "@tanstack/react-query";

/** Long enough for what was read ahead while a page was being drawn. */
export const FRESH_MS = 2_000;

/**
 * Who is signed in, and what they may do, is kept by `session.ts`; asking again on every page would only draw it twice.
 */
export function queriesOfConsole(): QueryClient {
  const client = new QueryClient();
  client.setQueryDefaults(["auth"], { staleTime: Infinity });
  return client;
}
