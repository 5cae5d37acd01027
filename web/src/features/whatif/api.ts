import { queryOptions } from "@tanstack/react-query";

import type { EditIn, ListOutWhatIfOut, MaterialWordingOut, WhatIfIn, WhatIfOut } from "@/api/generated";
import { v1Get, v1Send } from "@/lib/http";

export type Experiment = WhatIfOut;
export type Edit = EditIn;
export type Asked = WhatIfIn;

const SHOWN = 20;

export const experimentsQuery = (brandId: string) =>
  queryOptions({
    queryKey: ["brand", brandId, "what-if"],
    queryFn: ({ signal }) => v1Get<ListOutWhatIfOut>(`/brands/${brandId}/what-if?limit=${SHOWN}`, { signal }),
  });

export const experimentQuery = (id: string) =>
  queryOptions({ queryKey: ["what-if", id], queryFn: ({ signal }) => v1Get<Experiment>(`/what-if/${id}`, { signal }) });

export const runExperiment = (brandId: string, asked: Asked) =>
  v1Send<Experiment>("POST", `/brands/${brandId}/what-if`, asked);

/** A material's words, to try others from. */
export const wordingQuery = (brandId: string, materialId: string) =>
  queryOptions({
    queryKey: ["brand", brandId, "materials", materialId, "wording"],
    queryFn: ({ signal }) =>
      v1Get<MaterialWordingOut>(`/brands/${brandId}/materials/${materialId}/wording`, { signal }),
  });
