import { defineConfig } from "@hey-api/openapi-ts";

/**
 * Types of every call, generated from the committed contract; CI regenerates and fails on a difference.
 * The calls themselves go through lib/http: its semantics (a 404 thrown as the answer, a 401 that may mean
 * null, request logging) are the specification's, and a generated fetch layer would only be bent back to them.
 */
export default defineConfig({
  input: "../api/presence/openapi/customer.json",
  output: { path: "src/api/generated", clean: true },
  plugins: ["@hey-api/typescript"],
});
