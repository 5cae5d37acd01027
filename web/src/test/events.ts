import { act } from "@testing-library/react";
import { vi } from "vitest";

import type { LiveEvent } from "@/lib/live-events";

/** The workspace's stream, driven by the test: `tell` is what the server would send. */
export function aStream() {
  const open = new Set<Source>();
  class Source extends EventTarget {
    onopen: (() => void) | null = null;
    onerror: (() => void) | null = null;
    constructor() {
      super();
      open.add(this);
    }
    close() {
      open.delete(this);
    }
  }
  vi.stubGlobal("EventSource", Source);
  const tell = ({ name, data }: LiveEvent) =>
    act(() => open.forEach((source) => source.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))));
  return { tell };
}
