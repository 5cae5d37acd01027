import { afterEach, describe, expect, it, vi } from "vitest";

import { lazyWithRetry } from "./lazy-with-retry";

const lost = new TypeError("Failed to fetch dynamically imported module");

describe("a script that is fetched when it is wanted", () => {
  afterEach(() => vi.restoreAllMocks());

  it("comes once the connection is back", async () => {
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const load = vi.fn().mockRejectedValueOnce(lost).mockResolvedValue("script");
    const coming = lazyWithRetry(load)();
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    online.mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    await expect(coming).resolves.toBe("script");
  });

  it("fails when it is missing although there is a connection", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    await expect(lazyWithRetry(() => Promise.reject(lost))()).rejects.toBe(lost);
  });
});
