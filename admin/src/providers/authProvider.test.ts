import { describe, expect, it } from "vitest";

import { problem, serve } from "@/test/server";

import { authProvider } from "./authProvider";
import { sessionEnd, startSignIn } from "./session";

const me = {
  id: "s1",
  email: "l1@presence.test",
  name: "",
  role: "support-l1",
  permissions: { runs: ["list", "show", "retry"] },
};
const may = (resource: string, action: string) => authProvider.canAccess!({ resource, action });

describe("signing in", () => {
  it("takes a password, then a code", async () => {
    const seen = serve({ "POST /session": { body: { next: "totp" } }, "POST /session/totp": { body: me } });
    await expect(startSignIn("l1@presence.test", "correct horse")).resolves.toBeUndefined();
    await authProvider.login({ code: "123456" });
    expect(seen.map(({ body }) => body)).toEqual([
      { email: "l1@presence.test", password: "correct horse" },
      { code: "123456" },
    ]);
    await expect(authProvider.getIdentity!()).resolves.toMatchObject({
      fullName: "l1@presence.test",
      role: "support-l1",
    });
    expect(seen).toHaveLength(2);
  });

  it("refuses a wrong code with the server's words", async () => {
    serve({ "POST /session/totp": problem(401, "unauthenticated", "That code is not right.") });
    await expect(authProvider.login({ code: "000000" })).rejects.toMatchObject({ message: "That code is not right." });
  });
});

describe("permissions", () => {
  it("are the server's table, and nothing else", async () => {
    serve({ "GET /session": { body: me } });
    await expect(may("runs", "list")).resolves.toBe(true);
    await expect(may("runs", "retry")).resolves.toBe(true);
    await expect(may("runs", "cancel")).resolves.toBe(false);
    await expect(may("staff", "list")).resolves.toBe(false);
  });

  it("are none of somebody who is not signed in, which throws nobody out who is just joining", async () => {
    serve({ "GET /session": problem(401, "unauthenticated", "Sign in first.") });
    await expect(authProvider.getPermissions!({})).resolves.toEqual({});
  });

  it("are not taken away by a server that fails for a moment", async () => {
    serve({ "GET /session": problem(503, "unavailable", "Not now.") });
    await expect(authProvider.getPermissions!({})).rejects.toMatchObject({ status: 503 });
  });

  it("let whoever reads a list export it", async () => {
    serve({ "GET /session": { body: me } });
    await expect(may("runs", "export")).resolves.toBe(true);
    await expect(may("staff", "export")).resolves.toBe(false);
  });
});

describe("the end of a session", () => {
  it("is a 401, not a 403", async () => {
    serve({ "GET /session": { body: me } });
    await expect(authProvider.checkError({ status: 403 })).resolves.toBeUndefined();
    await expect(authProvider.checkError({ status: 401 })).rejects.toBeTruthy();
  });

  it("is told on the page to sign in on, and only to who was signed in", async () => {
    serve({ "GET /session": { body: me }, "POST /session/totp": { body: me } });
    await authProvider.login({ code: "123456" });
    expect(sessionEnd()).toBeNull();
    await expect(authProvider.checkError({ status: 401 })).rejects.toBeTruthy();
    expect(sessionEnd()).toBe("Your session has ended. Sign in again to go on.");
    await authProvider.login({ code: "123456" });
    expect(sessionEnd()).toBeNull();
  });

  it("is told with its reason when nobody used the console, also to who comes back to a new page", async () => {
    const unused = "You were signed out because the console was not used for 30 minutes. Sign in again to go on.";
    serve({ "GET /session": problem(401, "session-idle", unused), "POST /session/totp": { body: me } });
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({ status: 401 });
    expect(sessionEnd()).toBe(unused);
    await authProvider.login({ code: "123456" });
    expect(sessionEnd()).toBeNull();
  });

  it("leaves the page of a refused change alone", async () => {
    await expect(authProvider.checkError({ status: 401, body: { stays: true } })).resolves.toBeUndefined();
  });

  it("is noticed on the next page, and asked again after signing in", async () => {
    serve({ "GET /session": problem(401, "unauthenticated", "You are not signed in.") });
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({ status: 401 });
    serve({ "GET /session": { body: me } });
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
  });

  it("is not a server that fails for a moment", async () => {
    serve({ "GET /session": problem(503, "unavailable", "The service is temporarily unavailable.") });
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
  });

  it("comes with signing out even when the server is gone", async () => {
    serve({});
    await expect(authProvider.logout({})).resolves.toBeUndefined();
  });
});
