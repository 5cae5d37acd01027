/**
 * @vitest-environment jsdom
 * @vitest-environment-options { "url": "https://presence.test/" }
 */
import { expect, it, vi } from "vitest";

import { forgetBrand, rememberBrand } from "./current-brand";

it("over https remembers a brand in a cookie of this host alone, never sent in the clear", () => {
  expect(window.location.protocol).toBe("https:");
  const written = vi.spyOn(Document.prototype, "cookie", "set");
  rememberBrand("w1", "b1");
  expect(document.cookie).toContain("__Host-presence_brand=w1.b1");
  forgetBrand();
  expect(document.cookie).not.toContain("presence_brand");
  for (const [line] of written.mock.calls) {
    expect(line.split("; ")).toEqual(expect.arrayContaining(["Path=/", "SameSite=Lax", "Secure"]));
    expect(line).not.toContain("Domain");
  }
  expect(written).toHaveBeenCalledTimes(2);
});
