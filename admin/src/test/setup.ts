import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";

import { forgetMe } from "@/providers/session";

if (typeof window !== "undefined") {
  window.matchMedia = (media: string) =>
    ({ matches: false, media, onchange: null, addEventListener: () => undefined, removeEventListener: () => undefined, addListener: () => undefined, removeListener: () => undefined, dispatchEvent: () => false }) as MediaQueryList;
  window.scrollTo = () => undefined;
}

afterEach(() => {
  cleanup();
  forgetMe();
  vi.unstubAllGlobals();
});
