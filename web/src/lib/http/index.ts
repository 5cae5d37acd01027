export { ApiError, isNotFound, namesNothing, requestIdOf, textOf, type FieldProblem, type ProblemBody } from "./errors";
export { lastRequestId } from "./last-request";
export { request, type BareSuccess, type Method, type RequestOptions } from "./request";
export { upload, type UploadOptions } from "./upload";
export { v1Get, v1Send } from "./v1";
