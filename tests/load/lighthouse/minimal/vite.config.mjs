/** Built with the app's own tools and packages; nothing is installed here. */
import { fileURLToPath } from "node:url";

import { precompress } from "../../../../web/scripts/precompress.ts";

const packages = fileURLToPath(new URL("../../../../web/node_modules", import.meta.url));

export default {
  plugins: [precompress()],
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: `${packages}/react-router/dist/production/index.mjs` },
      { find: /^@tanstack\/react-query$/, replacement: `${packages}/@tanstack/react-query/build/modern/index.js` },
      { find: /^(react|react-dom)(\/.*)?$/, replacement: `${packages}/$1$2` },
    ],
  },
  build: { assetsInlineLimit: 0, target: "es2022", modulePreload: { polyfill: false } },
};
