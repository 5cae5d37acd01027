import { query, send } from "@/api/client";
import type { CredentialIn, CredentialOut, WorkspaceUsageOut } from "@/api/generated";
import { keyOf } from "@/api/keys";

export { enginesQuery, type Engine } from "@/api/engines";

export type Credential = CredentialOut;
export type CredentialChange = CredentialIn;
export type Usage = WorkspaceUsageOut;

const ENTRIES = 10;

export const credentialQuery = (engine: string) =>
  query("/api/v1/engines/{engine_id}/credential", { path: { engine_id: engine }, below: keyOf("/api/v1/engines") });

export const usageQuery = query("/api/v1/usage", { query: { limit: ENTRIES }, below: keyOf("/api/v1/usage") });

export const saveCredential = (engine: string, change: CredentialChange) =>
  send("PUT", "/api/v1/engines/{engine_id}/credential", { path: { engine_id: engine }, body: change });
export const removeCredential = (engine: string) =>
  send("DELETE", "/api/v1/engines/{engine_id}/credential", { path: { engine_id: engine } });
export const testCredential = (engine: string) =>
  send("POST", "/api/v1/engines/{engine_id}/credential/test", { path: { engine_id: engine } });
