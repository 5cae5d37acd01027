import { fileURLToPath } from "node:url";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const api = process.env["PRESENCE_API"] ?? "http://127.0.0.1:8000";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The page is served under a policy without inline scripts and styles: nothing may be inlined into index.html,
 * and the one library that inserts a style element is replaced by our own lock.
 */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": source("./src"), "react-remove-scroll": source("./src/lib/scroll-lock.tsx") } },
  build: { outDir: "dist", assetsInlineLimit: 0, target: "es2022", sourcemap: false },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: api }, "/auth/google": { target: api } },
  },
});
