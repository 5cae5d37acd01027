import { fileURLToPath } from "node:url";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const api = process.env["PRESENCE_API"] ?? "http://127.0.0.1:8000";

/** The page is served under a policy without inline scripts, so nothing may be inlined into index.html. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: { outDir: "dist", assetsInlineLimit: 0, target: "es2022", sourcemap: false },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: api }, "/auth/google": { target: api } },
  },
});
