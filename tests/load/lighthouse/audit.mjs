/**
 * Audits addresses with Lighthouse's desktop preset. Reads {chromium, runs, targets: [{name, url, cookies}]} from
 * standard input; prints for each target the median of every score (0 to 100), of the layout shift and of the largest
 * paint (ms), and what kept accessibility and best practices from 100. Targets take turns, so that a busy moment of the
 * machine falls on all of them.
 */
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import { text } from "node:stream/consumers";

const CATEGORIES = ["performance", "accessibility", "best-practices"];
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];

const { chromium, runs, targets } = JSON.parse(await text(process.stdin));
const taken = new Map(targets.map(({ name }) => [name, []]));

for (let round = 0; round < runs; round += 1) {
  for (const target of targets) taken.get(target.name).push(await audit(target));
}
console.log(JSON.stringify(Object.fromEntries([...taken].map(([name, audits]) => [name, summary(audits)]))));

/** One audit in a browser of its own: nothing is cached from the one before. */
async function audit({ url, cookies }) {
  const browser = await launch({ chromePath: chromium, chromeFlags: FLAGS, logLevel: "silent" });
  try {
    if (cookies) await give(browser.port, cookies);
    const options = { port: browser.port, onlyCategories: CATEGORIES, logLevel: "silent" };
    return (await lighthouse(url, options, desktopConfig)).lhr;
  } finally {
    browser.kill();
  }
}

/** Puts cookies into the browser itself, so that scripts of the page see what they may. */
async function give(port, cookies) {
  const { webSocketDebuggerUrl } = await (await fetch(`http://127.0.0.1:${port}/json/version`)).json();
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
  const { error } = await new Promise((resolve) => {
    socket.onmessage = ({ data }) => resolve(JSON.parse(data));
    socket.send(JSON.stringify({ id: 1, method: "Storage.setCookies", params: { cookies } }));
  });
  socket.close();
  if (error) throw new Error(error.message);
}

function summary(audits) {
  const of = (pick) => median(audits.map(pick));
  return {
    ...Object.fromEntries(CATEGORIES.map((category) => [category, Math.round(of((lhr) => lhr.categories[category].score * 100))])),
    layoutShift: of((lhr) => lhr.audits["cumulative-layout-shift"].numericValue),
    largestPaintMs: Math.round(of((lhr) => lhr.audits["largest-contentful-paint"].numericValue)),
    failed: [...new Set(audits.flatMap(failedOf))].sort(),
  };
}

/** What counts against a category that must be perfect. */
function failedOf(lhr) {
  const refs = ["accessibility", "best-practices"].flatMap((category) => lhr.categories[category].auditRefs);
  return refs.filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1).map(({ id }) => id);
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
