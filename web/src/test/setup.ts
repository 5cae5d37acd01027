import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";

import { resetToasts } from "@/lib/toast";

import { server } from "./server";

// jsdom lacks what Radix asks of a browser.
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
if (typeof window !== "undefined") {
  vi.stubGlobal("ResizeObserver", NoObserver);
  vi.stubGlobal("IntersectionObserver", NoObserver);
  window.HTMLElement.prototype.scrollIntoView = () => undefined;
  window.HTMLElement.prototype.hasPointerCapture = () => false;
  window.HTMLElement.prototype.setPointerCapture = () => undefined;
  window.HTMLElement.prototype.releasePointerCapture = () => undefined;
  window.matchMedia = (media: string) =>
    ({
      matches: false,
      media,
      onchange: null,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
      dispatchEvent: () => false,
    }) as MediaQueryList;
  window.scrollTo = () => undefined;
}

// Parts that are fetched when wanted take their time on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

beforeEach(() => {
  if (typeof document !== "undefined") document.cookie = "presence_signed_in=1";
});
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  resetToasts();
  vi.useRealTimers();
});
afterAll(async () => {
  server.close();
  // What was on its way to a screen that is gone arrives while there is a window to arrive in.
  await new Promise((resolve) => setTimeout(resolve, 0));
});
