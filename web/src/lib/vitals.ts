import { presses } from "@/lib/http/press";

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Interaction = PerformanceEntry & { interactionId?: number };

const SESSION_GAP_MS = 1_000;
const SESSION_MS = 5_000;
const found = { lcp: 0, inp: 0, cls: 0, errors: 0, sent: false };

/** Watches how the page feels and tells the server once, when it is left or hidden. Nothing personal is told. */
export function watchVitals(): void {
  window.addEventListener("error", () => found.errors++);
  window.addEventListener("unhandledrejection", () => found.errors++);
  observe("largest-contentful-paint", (entry) => (found.lcp = entry.startTime));
  observe("layout-shift", (entry) => addShift(entry as Shift));
  observe("event", (entry) => {
    if ((entry as Interaction).interactionId) found.inp = Math.max(found.inp, entry.duration);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") sendReport();
  });
}

function observe(type: string, see: (entry: PerformanceEntry) => void): void {
  if (!("PerformanceObserver" in window) || !PerformanceObserver.supportedEntryTypes.includes(type)) return;
  new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
}

const session = { value: 0, began: 0, last: 0 };

/** The largest burst of shifts counts: at most five seconds long, with no second of rest inside. */
function addShift(shift: Shift): void {
  if (shift.hadRecentInput) return;
  if (shift.startTime - session.last > SESSION_GAP_MS || shift.startTime - session.began > SESSION_MS) {
    session.value = 0;
    session.began = shift.startTime;
  }
  session.last = shift.startTime;
  session.value += shift.value;
  found.cls = Math.max(found.cls, session.value);
}

/** The address as a pattern: ids and other parts with digits become `:id`. */
export function pageOf(pathname: string): string {
  return pathname.replace(/\/[^/]*[^a-z/-][^/]*/g, "/:id").replace(/(.)\/$/, "$1");
}

function sendReport(): void {
  const now = performance.now();
  const report = {
    page: pageOf(window.location.pathname),
    errors: found.errors,
    presses: presses
      .splice(0)
      .map(({ traceparent, method, began, took }) => ({ traceparent, method, agoMs: now - began, tookMs: took })),
    ...(found.sent ? {} : { lcpMs: found.lcp || null, inpMs: found.inp || null, cls: found.cls }),
  };
  if (found.sent && !report.errors && !report.presses.length) return;
  found.sent = true;
  found.errors = 0;
  const options = {
    method: "POST",
    keepalive: true,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(report),
  };
  void fetch("/api/v1/browser-reports", options).catch(() => undefined);
}
