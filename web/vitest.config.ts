import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://localhost:3000/" } },
    setupFiles: ["./src/test/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    // A hang, not a slow machine.
    testTimeout: 60_000,
    // What lost a race on a busy machine is tried once more, and named.
    retry: 1,
    reporters: ["default", "../ops/scripts/reruns.mjs"],
    silent: "passed-only",
    css: false,
  },
});
