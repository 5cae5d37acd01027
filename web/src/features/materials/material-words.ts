import type { Tone } from "@/components/ui/badge";
import { materials as words } from "@/lib/messages/materials";

import type { Material } from "./api";

/** What a material is called: what a brand was made from goes by the specification's names. */
export function nameOf(material: Pick<Material, "isPrimary" | "kind" | "title" | "url">): string {
  if (material.isPrimary) return material.kind === "website" ? words.homepage : words.overview;
  return material.title || material.url || words.document;
}

export const kindOf = (material: Pick<Material, "kind">) =>
  material.kind === "website" ? words.website : words.document;

export const toneOf: Record<Material["status"], Tone> = {
  queued: "neutral",
  fetching: "info",
  analysing: "info",
  ready: "good",
  failed: "attention",
};

export const underWay = (material: Pick<Material, "status">) =>
  material.status !== "ready" && material.status !== "failed";
