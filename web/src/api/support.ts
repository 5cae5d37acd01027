import { send } from "./client";
import type { SupportRequestIn, SupportRequestOut } from "./generated";

export type SupportTopic = SupportRequestIn["topic"];
export type SupportRequest = SupportRequestOut;

export const askSupport = (request: SupportRequestIn) => send("POST", "/api/v1/support-requests", { body: request });
