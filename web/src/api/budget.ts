import { query } from "./client";
import { USAGE_KEY } from "./live";

/** Answers used of the plan's budget in this period; the questions themselves are not asked for. */
export const budgetQuery = query("/api/v1/usage", { query: { limit: 1 }, below: USAGE_KEY });
