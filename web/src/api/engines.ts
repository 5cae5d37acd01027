import { query } from "./client";
import type { EngineOut } from "./generated";

export type Engine = EngineOut;

/** The assistants of this deployment with what the plan lets them do; asked for by settings and analytics alike. */
export const enginesQuery = query("/api/v1/engines");
