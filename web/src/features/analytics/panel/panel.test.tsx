import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import type { Panel, Version } from "@/api/panel";
import { panel as words } from "@/lib/messages/panel";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { FilledNotice, HistoryCard } from "./history-card";
import { ProposalCard } from "./proposal-card";
import { ProposalNotice } from "./proposal-notice";

const question = (key: string, text: string, why: "offer" | "fits" | "yours" | "market") => ({
  key,
  id: null,
  text,
  intent: "discovery" as const,
  topic: "roofs",
  locale: "en-GB",
  why,
});

const proposal = {
  reasons: [{ what: "category" as const, before: "roofer", after: "accountant" }],
  stays: [question("s1", "Who is open on Saturday?", "fits"), question("s2", "My own question?", "yours")],
  goes: [question("g1", "Which roofer is best?", "offer"), question("g2", "What does a roof cost?", "offer")],
  new: [question("n1", "Which accountant is best?", "offer"), question("n2", "What does an accountant cost?", "offer")],
};

function aVersion(number: number, patch: Partial<Version> = {}): Version {
  return {
    number,
    cause: "accepted",
    at: "2026-11-27T15:00:00Z",
    asked: 4,
    added: ["Which accountant is best?"],
    removed: ["Which roofer is best?"],
    reasons: proposal.reasons,
    restored: null,
    by: "Ada Example",
    ...patch,
  };
}

type Scene = { role?: string; stale?: boolean; panel?: Partial<Panel>; versions?: Version[]; edited?: string[] };

function open(
  element: React.ReactElement,
  { role = "owner", stale = false, panel = {}, versions = [], edited = [] }: Scene = {},
) {
  const sent: [string, unknown, string | null][] = [];
  let now: Panel = { number: 1, asked: 4, places: 4, ask: null, kept: false, proposal, ...panel };
  const me = aUser();
  const done = { number: 2, previous: 1, state: "2-a", added: 2, removed: 2, left: 0 };
  server.use(
    http.get("/api/user", () => HttpResponse.json({ ...me, workspaces: [{ ...me.workspaces[0]!, role }] })),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [{ id: "b1", name: "Harrow", status: "active" }] })),
    http.get("/api/v1/usage", () => HttpResponse.json({ features: [] })),
    http.get("/api/v1/brands/b1/panel", () =>
      HttpResponse.json(now, { headers: { ETag: `"${now.number}${now.kept}"` } }),
    ),
    http.get("/api/v1/brands/b1/panel/versions", () =>
      HttpResponse.json({ state: "1-h", versions, added: edited, removed: [] }),
    ),
    http.post("/api/v1/brands/b1/panel/accept", async ({ request }) => {
      sent.push(["accept", await request.json(), request.headers.get("If-Match")]);
      now = { ...now, number: 2, proposal: null };
      return HttpResponse.json(done);
    }),
    http.post("/api/v1/brands/b1/panel/versions/:n/restore", ({ params, request }) => {
      const seen = request.headers.get("If-Match");
      sent.push([`restore ${String(params["n"])}`, null, seen]);
      if (stale) {
        versions = [aVersion(4), ...versions];
        return HttpResponse.json({ message: "Your questions have changed since you looked." }, { status: 412 });
      }
      now = { ...now, number: 3, proposal };
      return HttpResponse.json({ ...done, number: 3, previous: 2 });
    }),
    http.post("/api/v1/brands/b1/panel/keep", () => ((now = { ...now, kept: true }), HttpResponse.json(now))),
    http.post("/api/v1/brands/b1/panel/reconsider", () => ((now = { ...now, kept: false }), HttpResponse.json(now))),
  );
  return { sent, ...renderRoutes([{ path: "*", element }], "/dashboard/questions") };
}

describe("other questions beside those in use", () => {
  it("say what has changed, what would come, go and stay, and why", async () => {
    open(<ProposalCard brandId="b1" />);
    await screen.findByRole("heading", { name: words.title });
    screen.getByText(words.fromTo("roofer", "accountant"));
    const goes = within(screen.getByRole("region", { name: words.goes(2) }));
    expect(goes.getAllByRole("checkbox")).toHaveLength(2);
    expect(goes.getAllByText(new RegExp(words.whyGone.offer))).toHaveLength(2);
    within(screen.getByRole("region", { name: words.comes(2) })).getByText("Which accountant is best?");
    screen.getByText(words.stays(2));
    screen.getByText(words.after(4, 4));
  });

  it("are accepted as a whole, as they were seen, and Undo brings the version before back", async () => {
    const { user, sent } = open(<ProposalCard brandId="b1" />);
    await user.click(await screen.findByRole("button", { name: words.acceptProposal }));
    await screen.findByText(words.accepted({ number: 2, added: 2, removed: 2, left: 0 }));
    await waitFor(() => expect(screen.queryByText(words.title)).toBeNull());
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByRole("heading", { name: words.title });
    expect(sent).toEqual([
      ["accept", {}, '"1false"'],
      ["restore 1", null, '"2-a"'],
    ]);
  });

  it("are chosen one by one, one's own let go among them", async () => {
    const { user, sent } = open(<ProposalCard brandId="b1" />);
    await user.click(await screen.findByRole("checkbox", { name: /What does an accountant cost/ }));
    await user.click(screen.getByRole("checkbox", { name: /What does a roof cost/ }));
    await user.click(screen.getByText(words.stays(2)));
    await user.click(screen.getByRole("checkbox", { name: words.letGoOf("My own question?") }));
    screen.getByText(words.after(3, 4));
    await user.click(screen.getByRole("button", { name: words.acceptChosen(3) }));
    await waitFor(() => expect(sent).toEqual([["accept", { new: ["n1"], removed: ["g1", "s2"] }, '"1false"']]));
  });

  it("cannot be more than the plan has room for, and says how many are too many", async () => {
    const { user } = open(<ProposalCard brandId="b1" />);
    await user.click(await screen.findByRole("checkbox", { name: /What does a roof cost/ }));
    screen.getByText(words.tooMany(1));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: words.acceptChosen(3) }).disabled).toBe(true);
    await user.click(screen.getByRole("button", { name: words.chooseAll }));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: words.acceptProposal }).disabled).toBe(false);
  });

  it("are declined with one press, and looked at again with another", async () => {
    const { user } = open(<ProposalCard brandId="b1" />);
    await user.click(await screen.findByRole("button", { name: words.keep }));
    await user.click(await screen.findByRole("button", { name: words.lookAgain }));
    await screen.findByRole("heading", { name: words.title });
  });

  it("are only shown to who may not change questions", async () => {
    open(<ProposalCard brandId="b1" />, { role: "viewer" });
    await screen.findByText(words.textRead);
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("do not exist in a language we have no questions in, which is said", async () => {
    open(<ProposalCard brandId="b1" />, { panel: { proposal: null, ask: "language" } });
    await screen.findByText(words.noLanguage);
  });

  it("are told before assistants are asked, and taken there with one press", async () => {
    const { user, sent } = open(<ProposalNotice brandId="b1" />);
    await screen.findByText(
      "What is known of your brand has changed: “What it is”. Other questions fit now: 2 new, 2 gone.",
    );
    await user.click(screen.getByRole("button", { name: words.acceptProposal }));
    await waitFor(() => expect(sent[0]?.[0]).toBe("accept"));
  });

  it("leave the focus on the card they stood in when they are gone", async () => {
    const { user } = open(
      <section aria-label="Is this right?">
        <ProposalNotice brandId="b1" />
      </section>,
    );
    await user.click(await screen.findByRole("button", { name: words.acceptProposal }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Is this right?" })));
  });
});

describe("a notice of other questions", () => {
  const grammar = [{ what: "grammar" as const, before: "", after: "" }];

  it("says that ours got better where nothing of the brand has changed", async () => {
    open(<ProposalNotice brandId="b1" />, { panel: { proposal: { ...proposal, reasons: grammar } } });
    await screen.findByText(`${words.offeredNewer} 2 new, 2 gone.`);
  });
});

describe("versions of the questions", () => {
  it("say when, by whom and what changed; the one in use is undone, an older one used again", async () => {
    const { user, sent } = open(<HistoryCard brandId="b1" />, {
      versions: [
        aVersion(3),
        aVersion(2),
        aVersion(1, { cause: "first", added: [], removed: [], reasons: [], by: null }),
      ],
    });
    await screen.findByText(words.version(3));
    screen.getByText(words.inUse);
    expect(screen.getAllByText(/Ada Example/)).toHaveLength(2);
    screen.getByText(`${words.causes.first}: ${words.asks(4)}`);
    await user.click(screen.getByRole("button", { name: words.undoOf(3) }));
    await user.click(await screen.findByRole("button", { name: words.useAgainOf(1) }));
    await waitFor(() => expect(sent.map(([what]) => what)).toEqual(["restore 2", "restore 1"]));
  });

  it("are not gone back to from a state that is no longer so; that is said, and they are read again", async () => {
    const { user, sent } = open(<HistoryCard brandId="b1" />, { versions: [aVersion(3), aVersion(2)], stale: true });
    await user.click(await screen.findByRole("button", { name: words.undoOf(3) }));
    await screen.findByText("Your questions have changed since you looked.");
    await screen.findByText(words.version(4));
    expect(sent).toEqual([["restore 2", null, '"1-h"']]);
  });

  it("say what was edited since, which can be undone as well", async () => {
    const { user, sent } = open(<HistoryCard brandId="b1" />, {
      versions: [aVersion(2), aVersion(1)],
      edited: ["Mine?"],
    });
    await screen.findByText(words.since(1, 0, 3));
    expect(screen.queryByText(words.inUse)).toBeNull();
    await user.click(screen.getByRole("button", { name: words.undo }));
    await waitFor(() => expect(sent[0]?.[0]).toBe("restore 2"));
  });

  it("begin with the first analysis", async () => {
    open(<HistoryCard brandId="b1" />);
    await screen.findByText(words.none);
  });

  it("are only read by who may not change questions", async () => {
    open(<HistoryCard brandId="b1" />, { role: "viewer", versions: [aVersion(2), aVersion(1)] });
    await screen.findByText(words.version(2));
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("tell for a while that a larger plan asks more", async () => {
    open(<FilledNotice brandId="b1" />, {
      versions: [aVersion(2, { cause: "filled", at: new Date().toISOString(), by: null })],
    });
    await screen.findByText(words.filled(1));
  });

  it("tell it no longer once the questions were edited, which an Undo would lose", async () => {
    const filled = aVersion(2, { cause: "filled", at: new Date().toISOString(), by: null });
    open(
      <>
        <FilledNotice brandId="b1" />
        <HistoryCard brandId="b1" />
      </>,
      { versions: [filled], edited: ["Mine?"] },
    );
    await screen.findByText(words.since(1, 0, 3));
    expect(screen.queryByText(words.filled(1))).toBeNull();
  });
});
