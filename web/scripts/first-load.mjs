/**
 * First-load budgets: the JavaScript a browser fetches before a screen first means something, gzip. For each
 * route: the entry, every chunk its route modules import statically, and theirs in turn; what is imported
 * dynamically comes later.
 * Exits 1 when a route is over. `--json` prints the lists instead; FIRST_LOAD_DIST names another build.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { constants, gzipSync } from "node:zlib";

/** Budget in kB (1,000 bytes), and the modules the router fetches for the address. */
const routes = {
  "/auth": { budget: 130, modules: ["src/features/auth/auth-screen.tsx"] },
  "/dashboard": { budget: 180, modules: ["src/app/shell-route.tsx", "src/app/dashboard-route.tsx"] },
};

const dist = process.env.FIRST_LOAD_DIST
  ? pathToFileURL(`${process.env.FIRST_LOAD_DIST}/`)
  : new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

/** Chunk files of the modules and everything they import statically. */
function filesOf(modules) {
  const queue = ["index.html", ...modules];
  const seen = new Set();
  while (queue.length > 0) {
    const key = queue.pop();
    if (seen.has(key)) continue;
    if (!manifest[key]) throw new Error(`${key} is not a chunk of this build: has the route moved?`);
    seen.add(key);
    queue.push(...(manifest[key].imports ?? []));
  }
  return [...new Set([...seen].map((key) => manifest[key].file))].sort();
}

const gzipped = (file) =>
  gzipSync(readFileSync(new URL(file, dist)), { level: constants.Z_BEST_COMPRESSION }).length / 1000;

let over = false;
const lists = {};
for (const [route, { budget, modules }] of Object.entries(routes)) {
  const sizes = filesOf(modules).map((file) => ({ file, kb: gzipped(file) }));
  const total = sizes.reduce((sum, { kb }) => sum + kb, 0);
  over ||= total > budget;
  lists[route] = { budget, total: Math.round(total * 10) / 10, files: sizes.map(({ file }) => file) };
  if (process.argv.includes("--json")) continue;
  console.log(`${route}: ${total.toFixed(1)} kB of ${budget} kB${total > budget ? "  OVER" : ""}`);
  for (const { file, kb } of sizes.sort((a, b) => b.kb - a.kb).slice(0, total > budget ? 60 : 6))
    console.log(`${kb.toFixed(1).padStart(9)}  ${file}`);
}
if (process.argv.includes("--json")) console.log(JSON.stringify(lists));
process.exit(over ? 1 : 0);
