import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { precompress } from "../web/scripts/precompress.ts";

const api = process.env["PRESENCE_CONSOLE_API"] ?? "http://127.0.0.1:8001";

/** The page is served under a policy without inline scripts: nothing may be inlined into index.html. */
export default defineConfig({
  plugins: [react(), precompress()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "dist",
    assetsInlineLimit: 0,
    target: "es2022",
    sourcemap: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: "vendor", test: /node_modules/ }] },
      },
    },
  },
  server: { host: "127.0.0.1", port: 5174, proxy: { "/api": { target: api } } },
});
