import { configure, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { trafficLogs as words } from "@/lib/messages/traffic-logs";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";
import { aLog, answerTraffic, aPreview, aSource, AT, BRAND, noTraffic, page, someTraffic } from "@/test/traffic";

import type { Upload } from "./api";
import { TrafficScreen } from "./traffic-screen";

configure({ asyncUtilTimeout: 15_000 });

beforeEach(() => {
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});

const open = (search = "&tab=logs") =>
  renderRoutes([{ path: "*", element: <TrafficScreen /> }], `/dashboard/traffic?brand=${BRAND}${search}`);
const TEXT = "abcdefghijklmnopqrst";
const file = (name = "access.log", text = TEXT) => new File([text], name, { type: "text/plain" });

/** The way to count a log, once all of it has arrived. */
async function ready(): Promise<HTMLButtonElement> {
  const go = await screen.findByRole<HTMLButtonElement>("button", { name: words.confirmOne("access.log") });
  await waitFor(() => expect(go.disabled).toBe(false));
  return go;
}

/** The service's side of one log: its parts arrive, and it is read once it was confirmed. */
function service(log: Upload) {
  const seen = { begun: [] as unknown[], parts: [] as number[], confirmed: [] as unknown[], cancelled: 0, log };
  const change = (patch: Partial<Upload>) => (seen.log = { ...seen.log, ...patch });
  let known = log.receivedBytes > 0 || log.status !== "receiving";
  server.use(
    http.post(`${AT}/uploads`, async ({ request }) => {
      seen.begun.push(await request.json());
      known = true;
      return HttpResponse.json(seen.log, { status: 201 });
    }),
    http.get(`${AT}/uploads`, () => HttpResponse.json({ data: known ? [seen.log] : [], page })),
    http.get(`${AT}/uploads/u1`, () => HttpResponse.json(seen.log)),
    http.put(`${AT}/uploads/u1/parts/:number`, ({ params }) => {
      const number = Number(params["number"]);
      seen.parts.push(number);
      return HttpResponse.json(
        change({
          missingParts: seen.log.missingParts.filter((each) => each !== number),
          receivedBytes: seen.log.receivedBytes + Math.min(8, 20 - 8 * number),
        }),
      );
    }),
    http.post(`${AT}/uploads/u1/confirm`, async ({ request }) => {
      seen.confirmed.push(await request.json());
      return HttpResponse.json(
        change({ status: "done", lines: 200, wrongLines: 2, botRequests: 150, peopleRequests: 48 }),
        { status: 202 },
      );
    }),
    http.post(`${AT}/uploads/u1/cancel`, () => {
      seen.cancelled += 1;
      return HttpResponse.json(change({ status: "cancelled" }));
    }),
  );
  return seen;
}

describe("uploading a log", () => {
  it("sends it in parts, shows how it reads, and counts it only when told to", async () => {
    answerTraffic({ traffic: noTraffic() });
    const seen = service(aLog());
    const { user, where } = open("");
    await user.upload(await screen.findByLabelText(words.file), file());
    await waitFor(() => expect(where()).toContain("tab=logs"));
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Logs" }));
    const go = await ready();
    expect(seen.begun).toEqual([{ sourceId: "s1", name: "access.log", size: 20 }]);
    expect(seen.parts).toEqual([0, 1, 2]);
    expect(screen.getAllByText("GPTBot").length).toBeGreaterThan(0);
    expect(seen.confirmed).toEqual([]);
    await user.click(go);
    expect(await screen.findByText(words.counted("150", "48"))).toBeTruthy();
    expect(seen.confirmed).toEqual([{ acceptOverlap: false }]);
    const lines = screen.getByRole("link", { name: words.wrongLabel("access.log") });
    expect(lines.getAttribute("href")).toBe(`${AT}/uploads/u1/wrong-lines.csv`);
  });

  it("makes the first source for whoever has none", async () => {
    answerTraffic({ traffic: noTraffic(), sources: [] });
    service(aLog());
    const made: unknown[] = [];
    server.use(
      http.post(`${AT}/sources`, async ({ request }) => {
        made.push(await request.json());
        return HttpResponse.json({ source: aSource(), token: null }, { status: 201 });
      }),
    );
    const { user } = open();
    await user.upload(await screen.findByLabelText(words.file), file());
    await ready();
    expect(made).toEqual([{ name: words.firstSource, kind: "upload" }]);
  });

  it("sends a part again that did not arrive", async () => {
    answerTraffic();
    const seen = service(aLog());
    let failures = 1;
    server.use(
      http.put(`${AT}/uploads/u1/parts/1`, () =>
        failures-- > 0 ? HttpResponse.json({ message: "Away." }, { status: 503 }) : undefined,
      ),
    );
    const { user } = open();
    await user.upload(await screen.findByLabelText(words.file), file());
    await ready();
    expect(seen.parts).toEqual([0, 1, 2]);
  });

  it("resumes with the same file and sends the missing parts alone", async () => {
    answerTraffic();
    const seen = service(aLog({ missingParts: [2], receivedBytes: 16 }));
    const { user } = open();
    await screen.findByText(words.paused("16 B", "20 B"));
    expect(screen.getByText(words.states.incomplete)).toBeTruthy();
    await user.upload(screen.getByLabelText(words.resumeLabel("access.log"), { selector: "input" }), file());
    await ready();
    expect(seen.parts).toEqual([2]);
  });

  it("does not resume with another file", async () => {
    answerTraffic();
    const seen = service(aLog({ missingParts: [2], receivedBytes: 16 }));
    const { user } = open();
    await screen.findByText(words.paused("16 B", "20 B"));
    const input = screen.getByLabelText(words.resumeLabel("access.log"), { selector: "input" });
    await user.upload(input, file("access.log", "something else"));
    expect(await screen.findByText(words.otherFile("access.log", "20 B"))).toBeTruthy();
    expect(seen.parts).toEqual([]);
  });

  it("refuses an empty file and one over 2 GB before anything is sent", async () => {
    answerTraffic();
    const seen = service(aLog());
    const { user } = open();
    await user.upload(await screen.findByLabelText(words.file), file("access.log", ""));
    expect(await screen.findByText(words.emptyFile)).toBeTruthy();
    const large = file();
    Object.defineProperty(large, "size", { value: 2 * 1024 ** 3 + 1 });
    await user.upload(screen.getByLabelText(words.file), large);
    expect(await screen.findByText(words.tooLarge)).toBeTruthy();
    expect(seen.begun).toEqual([]);
  });

  it("says why a log was refused, and takes another", async () => {
    answerTraffic();
    service(aLog());
    const message = "3 logs are being sent or read.";
    server.use(http.post(`${AT}/uploads`, () => HttpResponse.json({ message }, { status: 409 })));
    const { user } = open();
    await user.upload(await screen.findByLabelText(words.file), file());
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText(words.file)).toBeTruthy();
  });

  it("does not count a file that cannot be read, and says what it is", async () => {
    answerTraffic();
    service(aLog({ missingParts: [], receivedBytes: 20 }));
    const problem = "This is a web page, not an access log.";
    server.use(
      http.get(`${AT}/uploads/u1/preview`, () => HttpResponse.json(aPreview({ format: null, problem, rows: [] }))),
    );
    open();
    expect(await screen.findByText(problem)).toBeTruthy();
    expect(screen.getByText(words.states.unreadable)).toBeTruthy();
    expect(screen.queryByText(words.states.confirm)).toBeNull();
    expect(screen.queryByRole("button", { name: words.confirmOne("access.log") })).toBeNull();
    expect(screen.getByRole("button", { name: words.cancelOne("access.log") })).toBeTruthy();
  });

  it("holds a log of the same time until somebody decides", async () => {
    answerTraffic();
    const overlaps = [{ name: "older.log", firstAt: "2026-11-27T10:00:00Z", lastAt: "2026-11-27T11:00:00Z" }];
    const seen = service(aLog({ status: "held", missingParts: [], overlaps }));
    const { user } = open();
    expect(await screen.findByText(words.heldTitle)).toBeTruthy();
    expect(screen.getByText(/^older.log: /)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: words.acceptOne("access.log") }));
    await screen.findByText(words.counted("150", "48"));
    expect(seen.confirmed).toEqual([{ acceptOverlap: true }]);
  });

  it("gives up a log that is canceled while it is sent", async () => {
    answerTraffic();
    const seen = service(aLog());
    let ended = false;
    server.use(
      http.put(`${AT}/uploads/u1/parts/:number`, async ({ request }) => {
        request.signal.addEventListener("abort", () => (ended = true));
        await new Promise(() => undefined);
      }),
    );
    const { user } = open();
    await user.upload(await screen.findByLabelText(words.file), file());
    await user.click(await screen.findByRole("button", { name: words.cancelOne("access.log") }));
    await waitFor(() => expect(ended).toBe(true));
    expect(await screen.findByText(words.states.cancelled)).toBeTruthy();
    expect(seen.cancelled).toBe(1);
  });

  it("asks before a log is canceled of which something was sent", async () => {
    answerTraffic();
    const seen = service(aLog({ missingParts: [2], receivedBytes: 16 }));
    const { user } = open();
    const cancel = () => screen.findByRole("button", { name: words.cancelOne("access.log") });
    const question = async () => within(await screen.findByRole("dialog", { name: words.cancelTitle("access.log") }));
    await user.click(await cancel());
    await user.click((await question()).getByRole("button", { name: words.keep }));
    expect(seen.cancelled).toBe(0);
    await user.click(await cancel());
    await user.click((await question()).getByRole("button", { name: words.cancelLog }));
    expect(await screen.findByText(words.states.cancelled)).toBeTruthy();
    expect(seen.cancelled).toBe(1);
  });

  it("says that a log whose parts all arrived needs a confirmation", async () => {
    answerTraffic({ uploads: [aLog({ missingParts: [], receivedBytes: 20 })] });
    open();
    expect(await screen.findByText(words.states.confirm)).toBeTruthy();
    expect(screen.queryByText(words.states.receiving)).toBeNull();
  });

  it("leaves somebody where they went while a log was announced", async () => {
    answerTraffic({ traffic: noTraffic() });
    service(aLog());
    let answer = () => undefined as void;
    const wait = new Promise<void>((resolve) => (answer = resolve));
    let begun = false;
    server.use(
      http.post(`${AT}/uploads`, async () => {
        begun = true;
        await wait;
        return HttpResponse.json(aLog(), { status: 201 });
      }),
    );
    const { user, where, unmount } = open("");
    await user.upload(await screen.findByLabelText(words.file), file());
    await waitFor(() => expect(begun).toBe(true));
    const before = where();
    unmount();
    answer();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(where()).toBe(before);
  });

  it("offers lines that could not be read only while they are kept", async () => {
    const done = { status: "done" as const, missingParts: [], wrongLines: 2 };
    const finished = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    answerTraffic({
      uploads: [
        aLog({ ...done, id: "u1", name: "new.log", finishedAt: finished(6) }),
        aLog({ ...done, id: "u2", name: "old.log", finishedAt: finished(8) }),
      ],
    });
    open();
    expect(await screen.findByRole("link", { name: words.wrongLabel("new.log") })).toBeTruthy();
    expect(screen.queryByRole("link", { name: words.wrongLabel("old.log") })).toBeNull();
    expect(screen.getAllByText(words.wrong("2", false))).toHaveLength(2);
  });

  it("shows the counts of a log once it was read", async () => {
    answerTraffic();
    const seen = service(aLog({ status: "reading", missingParts: [], readBytes: 10 }));
    let read = false;
    server.use(http.get(AT, () => HttpResponse.json(read ? someTraffic() : noTraffic())));
    const { user } = open();
    await screen.findByRole("progressbar", { name: words.read("access.log") });
    read = true;
    seen.log = { ...seen.log, status: "done", botRequests: 3 };
    await screen.findByText(words.counted("3", "0"));
    await user.click(screen.getByRole("tab", { name: "Crawlers" }));
    expect(await screen.findByText("GPTBot: 400 requests answered 403")).toBeTruthy();
  });
});

describe("the sources", () => {
  const push = aSource({ id: "s2", name: "Edge", kind: "push", tokenPrefix: "ts_abc" });

  it("shows a new token once, with commands that hold it", async () => {
    answerTraffic();
    server.use(
      http.post(`${AT}/sources`, () => HttpResponse.json({ source: push, token: "ts_secret1" }, { status: 201 })),
    );
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: words.add }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText(new RegExp(`^${words.name}`)), "Edge");
    await user.click(dialog.getByRole("radio", { name: words.kinds.push }));
    await user.click(dialog.getByRole("button", { name: words.add }));
    const shown = within(await screen.findByRole("dialog", { name: words.secretTitle }));
    expect(shown.getByText("ts_secret1")).toBeTruthy();
    expect(shown.getByRole("region").textContent).toContain("Authorization: Bearer ts_secret1");
    await user.click(shown.getByRole("button", { name: words.done }));
    await waitFor(() => expect(document.body.textContent).not.toContain("ts_secret1"));
  });

  it("asks before a token is replaced, and then shows the new one", async () => {
    answerTraffic({ sources: [aSource(), push] });
    server.use(http.post(`${AT}/sources/s2/rotate`, () => HttpResponse.json({ source: push, token: "ts_secret2" })));
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: words.rotateOne("Edge") }));
    const question = within(await screen.findByRole("dialog", { name: words.rotateTitle("Edge") }));
    await user.click(question.getByRole("button", { name: words.rotate }));
    expect(await screen.findByText("ts_secret2")).toBeTruthy();
  });

  it("offers a new token where the last one was revoked", async () => {
    answerTraffic({ sources: [{ ...push, tokenPrefix: null }] });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: words.renewOne("Edge") }));
    const question = within(await screen.findByRole("dialog", { name: words.renewTitle("Edge") }));
    expect(question.getByText(words.renewText)).toBeTruthy();
    expect(question.getByRole("button", { name: words.renew })).toBeTruthy();
    expect(screen.queryByRole("button", { name: words.rotateOne("Edge") })).toBeNull();
  });

  it("offers no token to a brand that is paused", async () => {
    answerTraffic({ sources: [push] });
    server.use(
      http.get("/api/v1/brands", () => HttpResponse.json({ data: [{ id: BRAND, name: "Oak", status: "paused" }] })),
    );
    open();
    expect(await screen.findByRole("button", { name: words.revokeOne("Edge") })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("button", { name: words.rotateOne("Edge") })).toBeNull());
  });

  it("keeps the way of sending closed to a plan without it", async () => {
    answerTraffic({ full: false });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: words.add }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText(new RegExp(`^${words.name}`)), "Edge");
    await user.click(dialog.getByRole("radio", { name: words.kinds.push }));
    expect(await dialog.findByText(new RegExp(words.pushPlan))).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: words.add }).disabled).toBe(true);
  });

  it("lets an editor send files but change no source", async () => {
    answerTraffic({ sources: [aSource(), push], role: "editor" });
    open();
    expect(await screen.findByText("Edge")).toBeTruthy();
    expect(await screen.findByLabelText(words.file)).toBeTruthy();
    expect(screen.queryByRole("button", { name: words.add })).toBeNull();
    expect(screen.queryByRole("button", { name: words.removeOne("Edge") })).toBeNull();
  });

  it("tells an editor who has no source whom to ask", async () => {
    answerTraffic({ traffic: noTraffic(), sources: [], role: "editor" });
    open();
    expect(await screen.findByText(words.askForSource)).toBeTruthy();
    expect(screen.queryByLabelText(words.file)).toBeNull();
  });

  it("offers a viewer nothing to press on a log that waits", async () => {
    answerTraffic({ uploads: [aLog({ missingParts: [], receivedBytes: 20 })], role: "viewer" });
    open();
    expect(await screen.findByText("access.log")).toBeTruthy();
    expect(screen.queryByRole("button", { name: words.cancelOne("access.log") })).toBeNull();
    expect(screen.queryByRole("button", { name: words.confirmOne("access.log") })).toBeNull();
  });
});
