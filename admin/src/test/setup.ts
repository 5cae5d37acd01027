import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

import { forgetMe } from "@/providers/session";

if (typeof window !== "undefined") {
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

// Pages read their session, permissions and records one after the other; a busy machine takes its time.
configure({ asyncUtilTimeout: 8_000 });

afterEach(() => {
  cleanup();
  forgetMe();
  vi.unstubAllGlobals();
});
