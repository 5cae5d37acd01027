import { queryOptions } from "@tanstack/react-query";

import type { AcceptPanelIn, PanelChangeOut, PanelHistoryOut, PanelOut } from "@/api/generated";
import { v1Get, v1Send } from "@/lib/http";

import { brandKey } from "./live";

export type Panel = PanelOut;
/** What is in use and offered, with the entity tag it was read under: only what was seen is accepted. */
export type TaggedPanel = { panel: Panel; tag: string | null };

/** Below the key that a change of the brand's questions makes old. */
export const panelKey = (brandId: string) => [...brandKey(brandId), "analytics", "panel"] as const;

/** The questions in use and what is offered beside them. */
export const panelQuery = (brandId: string) =>
  queryOptions({
    queryKey: panelKey(brandId),
    queryFn: async ({ signal }): Promise<TaggedPanel> => {
      let tag: string | null = null;
      const panel = await v1Get<Panel>(`/brands/${brandId}/panel`, {
        signal,
        onHeaders: (headers) => (tag = headers.get("etag")),
      });
      return { panel, tag };
    },
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

const panel = (brandId: string, rest = "") => `/brands/${brandId}/panel${rest}`;
const ifMatch = (tag: string | null) => (tag ? { headers: { "If-Match": tag } } : {});

export const versionsQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...panelKey(brandId), "versions"],
    queryFn: ({ signal }) => v1Get<History>(panel(brandId, "/versions"), { signal }),
  });

/** Takes all that is offered, or what was chosen of it. */
export const acceptPanel = (brandId: string, chosen: Chosen, tag: string | null) =>
  v1Send<PanelChange>("POST", panel(brandId, "/accept"), chosen, ifMatch(tag));
export const keepPanel = (brandId: string, tag: string | null) =>
  v1Send<Panel>("POST", panel(brandId, "/keep"), undefined, ifMatch(tag));
/** Offers again what was declined. */
export const reconsiderPanel = (brandId: string) => v1Send<Panel>("POST", panel(brandId, "/reconsider"));
/** Goes back, if what is asked is still what was looked at: `state` names that. */
export const restoreVersion = (brandId: string, number: number, state: string) =>
  v1Send<PanelChange>("POST", panel(brandId, `/versions/${number}/restore`), undefined, ifMatch(`"${state}"`));
