import { postedQuery, query, send } from "@/api/client";
import type { ExperimentDetailOut, ExperimentIn, ExperimentOut } from "@/api/generated";
import { brandKey } from "@/api/live";

export type Controlled = ExperimentOut;
export type ControlledDetail = ExperimentDetailOut;
export type Registering = ExperimentIn;

const SHOWN = 50;
const MOST_QUESTIONS = 200;

export const controlledQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/experiments", {
    path: { brand_id: brandId },
    query: { limit: SHOWN },
    below: brandKey(brandId),
  });

export const controlledOneQuery = (brandId: string, id: string) =>
  query("/api/v1/experiments/{experiment_id}", { path: { experiment_id: id }, below: brandKey(brandId) });

/** Of all workspaces; old as soon as an experiment of the brand in view is. */
export const recordQuery = (brandId: string) => query("/api/v1/experiment-record", { below: brandKey(brandId) });

/** Never kept: what an experiment can tell moves with every analysis. */
export const planQuery = (brandId: string, asked: Registering) => ({
  ...postedQuery("/api/v1/brands/{brand_id}/experiments/plan", { path: { brand_id: brandId }, body: asked }),
  staleTime: 0,
  gcTime: 0,
});

/** The questions to choose from. */
export const choosableQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/prompts", {
    path: { brand_id: brandId },
    query: { limit: MOST_QUESTIONS },
    below: brandKey(brandId),
  });

export const registerExperiment = (brandId: string, asked: Registering) =>
  send("POST", "/api/v1/brands/{brand_id}/experiments", { path: { brand_id: brandId }, body: asked });

export const stopExperiment = (id: string) =>
  send("POST", "/api/v1/experiments/{experiment_id}/stop", { path: { experiment_id: id } });
