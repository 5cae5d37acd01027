/**
 * Runs `work` (a prefetch, whose failure does not matter) when the browser has nothing better to do; returns the way to
 * call it off.
 */
export function whenIdle(work: () => Promise<unknown>): () => void {
  const run = () => void work().catch(() => undefined);
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, 2_000);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run, { timeout: 5_000 });
  return () => window.cancelIdleCallback(handle);
}
