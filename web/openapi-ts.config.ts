import { defineConfig } from "@hey-api/openapi-ts";

/** The committed client follows the committed contract; `make gen` fails on a difference. */
export default defineConfig({
  input: "../api/presence/openapi/customer.json",
  output: { path: "src/api/generated", clean: true },
  plugins: ["@hey-api/typescript"],
});
