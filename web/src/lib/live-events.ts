/** Names the workspace stream carries. */
export const LIVE_EVENTS = [
  "run.queued",
  "run.stage",
  "answer.completed",
  "run.score",
  "finding.created",
  "finding.updated",
  "interpretations.updated",
  "run.completed",
  "run.failed",
  "what-if.updated",
  "experiment.updated",
  "subscription.updated",
  "material.updated",
  "report.ready",
  "report.failed",
  "export.ready",
  "notification.created",
  "member.updated",
  "plan.limit",
] as const;

export type LiveEvent = { name: (typeof LIVE_EVENTS)[number]; data: Record<string, unknown> };
/** "reconnected": the stream was away or its log ran out; whatever it would have told must be asked for again. */
export type LiveMessage = LiveEvent | { name: "reconnected"; data: Record<string, never> };
type Listener = (message: LiveMessage) => void;

const CHANNEL = "presence.events";
const STREAM = "/api/v1/events";

const listeners = new Set<Listener>();
let stop: (() => void) | null = null;

/**
 * The workspace's events, over one stream per browser: the tab that holds the lock reads the
 * stream and passes everything on to the others. Returns the way to stop listening.
 */
export function listenToEvents(listener: Listener): () => void {
  listeners.add(listener);
  stop ??= start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
  };
}

function start(): () => void {
  const stopped = new AbortController();
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
  const notifyListeners = (message: LiveMessage) => listeners.forEach((listener) => listener(message));
  channel?.addEventListener("message", (event: MessageEvent<LiveMessage>) => notifyListeners(event.data));
  const publish = (message: LiveMessage) => {
    notifyListeners(message);
    channel?.postMessage(message);
  };
  if ("EventSource" in window) lead(stopped.signal, (waited) => readStream(stopped.signal, waited, publish));
  return () => {
    stopped.abort();
    channel?.close();
  };
}

/**
 * Runs `work` in one tab at a time, saying whether another tab led before; without Web Locks every tab reads for
 * itself.
 */
function lead(signal: AbortSignal, work: (waited: boolean) => Promise<void>): void {
  if (!("locks" in navigator)) {
    void work(false);
    return;
  }
  const asked = async () => {
    const free = await navigator.locks.request(CHANNEL, { ifAvailable: true }, async (lock) => {
      if (!lock || signal.aborted) return false;
      await work(false);
      return true;
    });
    if (!free && !signal.aborted) await navigator.locks.request(CHANNEL, { signal }, () => work(true));
  };
  asked().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** `missed` is whether something may have been told before this stream opened: the tab that led is gone. */
function readStream(signal: AbortSignal, missed: boolean, publish: (message: LiveMessage) => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const source = new EventSource(STREAM, { withCredentials: true });
    let interrupted = missed;
    source.onopen = () => {
      if (interrupted) publish({ name: "reconnected", data: {} });
      interrupted = false;
    };
    source.onerror = () => {
      interrupted = true;
    };
    for (const end of ["stream.reset", "stream.closed"])
      source.addEventListener(end, () => publish({ name: "reconnected", data: {} }));
    for (const name of LIVE_EVENTS) {
      source.addEventListener(name, (event) => publish({ name, data: dataOf(event) }));
    }
    signal.addEventListener("abort", () => {
      source.close();
      resolve();
    });
  });
}

function dataOf(event: MessageEvent<string>): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(event.data);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
