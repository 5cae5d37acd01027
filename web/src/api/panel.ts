import { query, send, taggedQuery } from "./client";
import type { AcceptPanelIn, PanelChangeOut, PanelHistoryOut, PanelOut } from "./generated";
import { family } from "./keys";
import { analyticsKey } from "./live";

export type Panel = PanelOut;
/** What is in use and offered, with the entity tag it was read under: only what was seen is accepted. */
export type TaggedPanel = { panel: Panel; tag: string | null };

/** Below the key that a change of the brand's questions makes old. */
export const panelKey = (brandId: string) => family(analyticsKey(brandId), "panel");

/** The questions in use and what is offered beside them. */
export const panelQuery = (brandId: string) =>
  taggedQuery("panel", "/api/v1/brands/{brand_id}/panel", {
    path: { brand_id: brandId },
    below: panelKey(brandId),
  });

/** Whether other questions are offered that nobody has declined yet. */
export const isOffered = (panel: Panel | undefined): boolean => Boolean(panel?.proposal) && panel?.kept === false;

export type Proposal = NonNullable<Panel["proposal"]>;
export type Proposed = Proposal["new"][number];
export type Reason = Proposal["reasons"][number];
export type History = PanelHistoryOut;
export type Version = History["versions"][number];
export type PanelChange = PanelChangeOut;
export type Chosen = AcceptPanelIn;

export const versionsQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/panel/versions", { path: { brand_id: brandId }, below: panelKey(brandId) });

/** Takes all that is offered, or what was chosen of it. */
export const acceptPanel = (brandId: string, chosen: Chosen, tag: string | null) =>
  send("POST", "/api/v1/brands/{brand_id}/panel/accept", { path: { brand_id: brandId }, body: chosen, ifMatch: tag });
export const keepPanel = (brandId: string, tag: string | null) =>
  send("POST", "/api/v1/brands/{brand_id}/panel/keep", { path: { brand_id: brandId }, ifMatch: tag });
/** Offers again what was declined. */
export const reconsiderPanel = (brandId: string) =>
  send("POST", "/api/v1/brands/{brand_id}/panel/reconsider", { path: { brand_id: brandId } });
/** Goes back, if what is asked is still what was looked at: `state` names that. */
export const restoreVersion = (brandId: string, number: number, state: string) =>
  send("POST", "/api/v1/brands/{brand_id}/panel/versions/{number}/restore", {
    path: { brand_id: brandId, number },
    ifMatch: `"${state}"`,
  });
