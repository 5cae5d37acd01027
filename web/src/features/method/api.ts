import { queryOptions } from "@tanstack/react-query";

import type { CalibrationCellOut, CalibrationOut, DetectorOut, FigureOut, MethodOut, MetricOut, PredictionRecordOut, RecipientOut } from "@/api/generated";
import { v1Get } from "@/lib/http";

export type Method = MethodOut;
export type Metric = MetricOut;
export type Detector = DetectorOut;
export type Figure = FigureOut;
export type Calibration = CalibrationOut;
export type Cell = CalibrationCellOut;
export type Predictions = PredictionRecordOut;
export type Recipient = RecipientOut;

/** How everything is measured; open to everybody. */
export const methodQuery = queryOptions({ queryKey: ["/api/v1/method"], queryFn: ({ signal }) => v1Get<Method>("/method", { signal }) });
