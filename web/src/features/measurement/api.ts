import type {
  CalibrationCellOut,
  CalibrationOut,
  DetectorOut,
  FigureOut,
  MethodOut,
  MetricOut,
  PredictionRecordOut,
  RecipientOut,
} from "@/api/generated";

export type Method = MethodOut;
export type Metric = MetricOut;
export type Detector = DetectorOut;
export type Figure = FigureOut;
export type Calibration = CalibrationOut;
export type Cell = CalibrationCellOut;
export type Predictions = PredictionRecordOut;
export type Recipient = RecipientOut;

export { methodQuery } from "@/api/method";
