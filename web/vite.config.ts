import { fileURLToPath } from "node:url";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { leanIcons } from "./scripts/lean-icons.ts";
import { precompress } from "./scripts/precompress.ts";

const api = process.env["PRESENCE_API"] ?? "http://127.0.0.1:8000";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What every screen loads, in one file that changes only with a dependency. */
const vendor =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser|@tanstack\/(react-query|query-core))\/(?!.*([iI]nfiniteQuery(Observer|Options)|useInfiniteQuery|[qQ]ueriesObserver|useQueries))/;

/** Our own smallest parts, which the sign-in screen and all others share: one file instead of twenty. */
const base = new RegExp(
  [
    "src/lib/(http/(request|errors|last-request|v1)|cn|log|auth|reader|lazy-with-retry|navigation/(app-router|links|target|use-navigate)|paths|browser|listeners|theme|toast|when-idle|messages/(common|app|titles))",
    "src/api/(session|query-client)",
    "src/components/ui/(button|alert|spinner|field|input|error-card|toaster-slot|lazy-part)",
    "node_modules/lucide-react/dist/esm/(Icon|createLucideIcon|defaultAttributes|context|shared/)",
  ].join("|"),
);

/** The same for every signed-in screen: what the dashboard needs anyway. */
const parts = new RegExp(
  [
    "src/lib/(format|connection|current-brand|live-events|navigation/nav-link|plain-words|score-words|use-drawer|use-editing|use-logout|scroll-lock|shortcuts|messages/(shell|palette|visibility|advice|signed-in))\\.",
    "src/api/(access|brands|budget|engines|live|results)",
    "src/components/ui/(badge|card|data-view|skeleton|select|progress|use-panel|use-return-focus|return-focus)",
    "node_modules/lucide-react/dist/esm/icons/(check|chevron-down|plus|minus|search|file-text)\\.",
  ].join("|"),
);

/** Small things any signed-in screen may show: one file instead of fifty, each of which would cost a request. */
const pieces = new RegExp(
  [
    "src/components/(ui/(copy-button|empty-state|search-box|undo-toast|upgrade-notice)|charts/(use-walk|use-width|whisker))\\.",
    "src/api/trends\\.",
    "src/lib/(count|readings|save-file|use-debounced-value|http/upload|csv)\\.",
    "node_modules/lucide-react/dist/esm/icons/(arrow-left|bookmark|download|ellipsis|keyboard|play|refresh-cw|sun|trash|upload|x)\\.",
    "node_modules/@tanstack/(react-query|query-core)/",
  ].join("|"),
);

/** Tabs, which the sign-in screen has too, with the part of the library that stands below everything else. */
const tabs = /src\/components\/ui\/tabs\./;

/** What lies over a page: menus, dialogs, drawers and the library below them. */
const layers =
  /src\/components\/ui\/(dialog|menu|popover|segmented|sheet)\.|node_modules\/(@radix-ui|@floating-ui|aria-hidden)\//;

/**
 * Screens most visits begin with: what they import is fetched beside them. Naming the imports of every screen would
 * cost each visitor two kilobytes before the first picture, to spare later ones a round trip.
 */
const begun =
  /\/(shell-route|dashboard-screen|analytics-route|analytics-tabs|pricing-screen|auth-screen|onboarding-screen)-/;

/** The router's package offers bundlers only its development build; this is the same code without its warnings. */
const quietRouter = { "react-router": source("./node_modules/react-router/dist/production/index.mjs") };

/**
 * The page is served under a policy without inline scripts and styles: nothing may be inlined into index.html,
 * and the one library that inserts a style element is replaced by our own lock.
 */
export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), leanIcons(), precompress()],
  resolve: {
    alias: {
      "@": source("./src"),
      "react-remove-scroll": source("./src/lib/scroll-lock.tsx"),
      ...(command === "build" ? quietRouter : {}),
    },
  },
  build: {
    outDir: "dist",
    manifest: true,
    assetsInlineLimit: 0,
    target: "es2022",
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (script, imported, { hostType }) =>
        hostType === "html" || begun.test(`/${script}`) ? imported : [],
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "vendor", test: vendor, priority: 3 },
            { name: "base", test: base, priority: 2 },
            { name: "parts", test: parts, priority: 1 },
            { name: "tabs", test: tabs, priority: 1 },
            { name: "layers", test: layers, priority: 0 },
            { name: "pieces", test: pieces, priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: api }, "/auth/google": { target: api } },
  },
}));
