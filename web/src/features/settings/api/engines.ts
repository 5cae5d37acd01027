import { queryOptions } from "@tanstack/react-query";

import type { CredentialIn, CredentialOut, WorkspaceUsageOut } from "@/api/generated";
import { v1Get, v1Send } from "@/lib/http";

export { enginesQuery, type Engine } from "@/api/engines";

export type Credential = CredentialOut;
export type CredentialChange = CredentialIn;
export type Usage = WorkspaceUsageOut;

const ENTRIES = 10;

export const credentialQuery = (engine: string) =>
  queryOptions({
    queryKey: ["/api/v1/engines", engine, "credential"],
    queryFn: ({ signal }) => v1Get<Credential>(`/engines/${engine}/credential`, { signal }),
  });

export const usageQuery = queryOptions({
  queryKey: ["/api/v1/usage", "entries"],
  queryFn: ({ signal }) => v1Get<Usage>(`/usage?limit=${ENTRIES}`, { signal }),
});

export const saveCredential = (engine: string, change: CredentialChange) =>
  v1Send<Credential>("PUT", `/engines/${engine}/credential`, change);
export const removeCredential = (engine: string) => v1Send<unknown>("DELETE", `/engines/${engine}/credential`);
export const testCredential = (engine: string) => v1Send<Credential>("POST", `/engines/${engine}/credential/test`);
