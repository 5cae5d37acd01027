/**
 * First-load budget: JavaScript and CSS a stranger downloads before the first screen works (index.html's own
 * files plus the sign-in screen's chunks), gzip. Exits 1 when it is over.
 */
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUDGET_KB = 180;
const dist = new URL("../dist/", import.meta.url);
const html = readFileSync(new URL("index.html", dist), "utf8");
const wanted = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]));

const screen = readdirSync(new URL("assets/", dist)).find((name) => name.startsWith("auth-screen-") && name.endsWith(".js"));
const queue = screen ? [`assets/${screen}`] : [];
while (queue.length > 0) {
  const file = queue.pop();
  if (wanted.has(file)) continue;
  wanted.add(file);
  const source = readFileSync(new URL(file, dist), "utf8");
  for (const match of source.matchAll(/from"\.\/([^"]+\.js)"/g)) queue.push(`assets/${match[1]}`);
}

let total = 0;
for (const file of [...wanted].sort()) {
  const kb = gzipSync(readFileSync(new URL(file, dist))).length / 1024;
  total += kb;
  console.log(`${kb.toFixed(1).padStart(7)} kB  ${file}`);
}
console.log(`${total.toFixed(1).padStart(7)} kB  first load (budget ${BUDGET_KB} kB)`);
process.exit(total > BUDGET_KB ? 1 : 0);
