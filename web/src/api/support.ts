import { v1Send } from "@/lib/http";

import type { SupportRequestIn, SupportRequestOut } from "./generated";

export type SupportTopic = SupportRequestIn["topic"];
export type SupportRequest = SupportRequestOut;

export const askSupport = (request: SupportRequestIn) => v1Send<SupportRequest>("POST", "/support-requests", request);
