import { query } from "./client";
import type { MethodOut } from "./generated";

export type Method = MethodOut;
/** What every number means, as the running code says it; open to everybody. */
export const methodQuery = query("/api/v1/method");
