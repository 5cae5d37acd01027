import { defineConfig } from "@hey-api/openapi-ts";

/**
 * Types of every call, generated from the committed contract; CI regenerates and fails on a difference.
 * The calls go through api/http: the data provider names resources at run time, so a function per call would
 * only be looked up by name again.
 */
export default defineConfig({
  input: "../api/presence/openapi/operator.json",
  output: { path: "src/api/generated", clean: true },
  plugins: ["@hey-api/typescript"],
});
