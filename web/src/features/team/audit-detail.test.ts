import { describe, expect, it } from "vitest";

import type { AuditEntry } from "./api";
import { detailOf } from "./audit-detail";

const entry = (action: string, before: AuditEntry["before"], after: AuditEntry["after"]) =>
  ({ action, before, after }) as AuditEntry;

describe("what an entry of the log tells beside its action", () => {
  it("names the one field that changed with both values", () => {
    expect(detailOf(entry("business.changed", { city: "Berlin" }, { city: "Bonn" }))).toBe("City: Berlin → Bonn");
    expect(detailOf(entry("business.changed", { email: null }, { email: "a@b.example" }))).toBe(
      "Email: empty → a@b.example",
    );
    expect(detailOf(entry("brand.changed", { aliases: [] }, { aliases: ["HOak", "Harrow"] }))).toBe(
      "Other names: empty → HOak, Harrow",
    );
    expect(detailOf(entry("brand.changed", { isCommonWord: false }, { isCommonWord: true }))).toBe(
      "Also a word: no → yes",
    );
  });

  it("lists several fields, and a long text or a picture, by their names alone", () => {
    expect(
      detailOf(entry("business.set_up", { city: null, location: null }, { city: "Bonn", location: "Germany" })),
    ).toBe("City, Location");
    expect(detailOf(entry("brand.changed", { description: "x" }, { description: "y".repeat(61) }))).toBe("Description");
    expect(detailOf(entry("branding.changed", { logo: "" }, { logo: "image/png 0123" }))).toBe("Logo");
  });

  it("tells a role before and after, an address, or a name of everything else", () => {
    expect(detailOf(entry("member.role_changed", { role: "viewer" }, { role: "admin" }))).toBe("viewer → admin");
    expect(detailOf(entry("invitation.sent", null, { email: "ben@example.com", role: "viewer" }))).toBe(
      "ben@example.com",
    );
    expect(detailOf(entry("api_key.revoked", { name: "Reports" }, null))).toBe("Reports");
  });
});
