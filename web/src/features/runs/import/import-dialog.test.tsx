import { configure, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { answerImport as words } from "@/lib/messages/answer-import";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { ImportButton } from "./import-button";
import { answersOf } from "./imported-view";

const preview = {
  answers: 2,
  prompts: 1,
  engines: ["ChatGPT app"],
  fromAt: "2026-04-03T12:00:00Z",
  toAt: "2026-04-05T12:00:00Z",
  first: [
    {
      place: "Row 2",
      prompt: "Which boots last?",
      engine: "ChatGPT app",
      answeredAt: null,
      links: null,
      excerpt: "Harrow boots last.",
    },
  ],
};
const CSV = "prompt,answer\nWhich boots last?,Harrow boots last.\n";

// The part comes when it is first wanted; how long a busy machine takes to read it is not what is tested.
configure({ asyncUtilTimeout: 30_000 });
beforeAll(() => import("./import-dialog"), 60_000);

let stored: number;

beforeEach(() => {
  stored = 0;
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.post("/api/v1/brands/b1/answers/import/preview", () => HttpResponse.json(preview)),
    http.post("/api/v1/brands/b1/answers/import", () => {
      stored += 1;
      return HttpResponse.json({ id: "r1", status: "queued" }, { status: 202 });
    }),
    http.get("/api/v1/runs/r1", () => HttpResponse.json({ id: "r1", status: "completed", done: 2, total: 2 })),
  );
});

const open = () =>
  renderRoutes([{ path: "*", element: <ImportButton brandId="b1" /> }], "/dashboard/analytics?tab=answers");
const dialog = () => screen.findByRole("dialog", { name: words.title });

describe("the import of answers", () => {
  it("shows what a file holds, stores it only when told to, and leads to its answers over all their days", async () => {
    const { user, where } = open();
    await user.click(screen.getByText(words.open));
    await dialog();
    expect(where()).toContain("import=1");
    await user.upload(screen.getByLabelText(words.file), new File([CSV], "seen.csv", { type: "text/csv" }));
    await screen.findByText(words.found(2, 1));
    screen.getByText("Harrow boots last.");
    expect(stored).toBe(0);
    await user.click(screen.getByText(words.go(2)));
    const lead = await screen.findByRole("link", { name: words.see });
    screen.getByText(words.done(2));
    const search = new URL(lead.getAttribute("href")!, "http://product").searchParams;
    expect(Object.fromEntries(search)).toMatchObject({
      brand: "b1",
      tab: "answers",
      basis: "imported",
      range: "custom",
      from: "2026-04-02",
    });
    expect(stored).toBe(1);
  });

  it("leads to a day more at either end, for the workspace may be in another time zone", () => {
    expect(answersOf("b1", preview, Date.parse("2026-11-20T12:00:00Z"))).toContain("from=2026-04-02&to=2026-11-21");
  });

  it("names every row at fault and keeps what was pasted", async () => {
    const sentences = ["Row 2 has no answer.", "Row 3 has no prompt: the question that was asked."];
    server.use(
      http.post("/api/v1/brands/b1/answers/import/preview", () =>
        HttpResponse.json(
          {
            message: sentences[0],
            code: "validation-failed",
            errors: sentences.map((detail) => ({ pointer: "/text", detail, code: "import-refused" })),
          },
          { status: 422 },
        ),
      ),
    );
    const { user } = open();
    await user.click(screen.getByText(words.open));
    await user.click(within(await dialog()).getByRole("radio", { name: words.ways.paste }));
    await user.type(screen.getByLabelText(words.paste), "prompt,answer");
    await user.click(screen.getByText(words.check));
    const alert = await screen.findByRole("alert");
    expect(
      within(alert)
        .getAllByRole("listitem")
        .map((line) => line.textContent),
    ).toEqual(sentences);
    expect(screen.getByLabelText<HTMLTextAreaElement>(words.paste).value).toBe("prompt,answer");
  });

  it("gives up looking through a file that is taken back", async () => {
    let ended = false;
    server.use(
      http.post("/api/v1/brands/b1/answers/import/preview", async ({ request }) => {
        request.signal.addEventListener("abort", () => (ended = true));
        await new Promise(() => undefined);
      }),
    );
    const { user } = open();
    await user.click(screen.getByText(words.open));
    await dialog();
    await user.upload(screen.getByLabelText(words.file), new File([CSV], "seen.csv", { type: "text/csv" }));
    await screen.findByText(words.checking);
    await user.click(screen.getByText("Remove File"));
    await waitFor(() => expect(ended).toBe(true));
  });

  it.each([
    ["that it is in", () => HttpResponse.json({ id: "r1", status: "queued" }, { status: 202 }), words.done(2)],
    [
      "why it was refused",
      () => HttpResponse.json({ message: "An analysis is under way." }, { status: 409 }),
      "An analysis is under way.",
    ],
  ])("tells whoever closed the dialog meanwhile %s", async (_, answer, told) => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    server.use(http.post("/api/v1/brands/b1/answers/import", () => held.then(answer)));
    const { user } = open();
    await user.click(screen.getByText(words.open));
    await dialog();
    await user.upload(screen.getByLabelText(words.file), new File([CSV], "seen.csv", { type: "text/csv" }));
    await user.click(await screen.findByText(words.go(2)));
    await screen.findByText(words.sending);
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    release();
    await screen.findByText(told);
  });

  it("refuses a file over 10 MB before any of it is sent", async () => {
    const { user } = open();
    await user.click(screen.getByText(words.open));
    await dialog();
    const large = new File([CSV], "seen.csv", { type: "text/csv" });
    Object.defineProperty(large, "size", { value: 10_000_001 });
    await user.upload(screen.getByLabelText(words.file), large);
    await screen.findByText(words.tooLarge);
    expect(screen.queryByText("seen.csv")).toBeNull();
  });

  it("is closed by its address to somebody who may only look", async () => {
    server.use(
      http.get("/api/user", () =>
        HttpResponse.json(
          aUser({ workspaces: aUser().workspaces.map((workspace) => ({ ...workspace, role: "viewer" })) }),
        ),
      ),
    );
    renderRoutes([{ path: "*", element: <ImportButton brandId="b1" /> }], "/dashboard/analytics?tab=answers&import=1");
    await screen.findByText(/Your role can look/);
    expect(screen.queryByText(words.open, { selector: "button" })).toBeNull();
    expect(screen.queryByLabelText(words.file)).toBeNull();
  });
});
