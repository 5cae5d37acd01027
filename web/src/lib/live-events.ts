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
  "subscription.updated",
  "material.updated",
] as const;

export type LiveEvent = { name: (typeof LIVE_EVENTS)[number]; data: Record<string, unknown> };
/** "reconnected": the stream was away or its log ran out; whatever it would have told must be asked for again. */
export type LiveMessage = LiveEvent | { name: "reconnected"; data: Record<string, never> };

const CHANNEL = "presence.events";
const STREAM = "/api/v1/events";

/**
 * The workspace's events, over one stream per browser: the tab that holds the lock reads the
 * stream and passes everything on to the others. Returns the way to stop listening.
 */
export function listenToEvents(onMessage: (message: LiveMessage) => void): () => void {
  const stopped = new AbortController();
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
  channel?.addEventListener("message", (event: MessageEvent<LiveMessage>) => onMessage(event.data));
  const tell = (message: LiveMessage) => {
    onMessage(message);
    channel?.postMessage(message);
  };
  lead(stopped.signal, () => readStream(stopped.signal, tell));
  return () => {
    stopped.abort();
    channel?.close();
  };
}

/** Runs `work` in one tab at a time; without Web Locks every tab reads for itself. */
function lead(signal: AbortSignal, work: () => Promise<void>): void {
  if (!("locks" in navigator)) {
    void work();
    return;
  }
  navigator.locks.request(CHANNEL, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

function readStream(signal: AbortSignal, tell: (message: LiveMessage) => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const source = new EventSource(STREAM, { withCredentials: true });
    let interrupted = false;
    source.onopen = () => {
      if (interrupted) tell({ name: "reconnected", data: {} });
      interrupted = false;
    };
    source.onerror = () => {
      interrupted = true;
    };
    source.addEventListener("stream.reset", () => tell({ name: "reconnected", data: {} }));
    for (const name of LIVE_EVENTS) {
      source.addEventListener(name, (event) => tell({ name, data: dataOf(event) }));
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
