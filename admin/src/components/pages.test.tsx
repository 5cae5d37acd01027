import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Box } from "lucide-react";
import { Admin, memoryStore, Resource, TestMemoryRouter } from "react-admin";
import { describe, expect, it } from "vitest";

import { authProvider } from "@/providers/authProvider";
import { dataProvider, SESSION_OVER } from "@/providers/dataProvider";
import { i18nProvider } from "@/providers/i18n";
import { pageOf, problem, serve, type Seen } from "@/test/server";

import { define } from "./definition";
import { CreatePage, EditPage } from "./FormPages";
import { ListPage } from "./ListPage";
import { Registry } from "./registry";
import { ShowPage } from "./ShowPage";

type Thing = { id: number; name: string; status: string; price: string; madeAt: string };
const things = define<Thing>({
  name: "things",
  label: "Things",
  singular: "Thing",
  icon: Box,
  empty: "Things appear here when somebody makes one.",
  title: ({ name }) => name,
  search: "Search things",
  columns: [
    { source: "name", sortable: true },
    { source: "status", kind: "status" },
    { source: "price", kind: "money" },
    { source: "madeAt", label: "Made", kind: "date", sortable: true },
  ],
  filters: [{ source: "status", kind: "choice", choices: ["failed", "completed"] }],
  actions: [
    {
      name: "retry",
      label: "Retry",
      explain: "Runs it again.",
      when: ({ status }) => status === "failed",
      bulk: true,
      done: "Queued again.",
    },
    {
      name: "extend",
      label: "Extend",
      explain: "More days.",
      params: [{ source: "days", kind: "number", required: true, initial: 30 }],
    },
    { name: "drop", label: "Drop", explain: "Gone.", danger: true },
  ],
  form: {
    create: true,
    edit: true,
    inputs: [
      { source: "name", required: "Thing name is required" },
      { source: "price", kind: "money" },
    ],
  },
});

const one: Thing = { id: 1, name: "First", status: "failed", price: "20.00", madeAt: "2026-11-20T09:00:00Z" };
const me = {
  id: "s",
  email: "a@presence.test",
  name: "A",
  role: "admin",
  permissions: { things: ["list", "show", "create", "edit", "retry", "extend"], "audit-log": ["list"] },
};
const answers = {
  "GET /session": { body: me },
  "GET /things": pageOf([one, { ...one, id: 2, name: "Second", status: "completed" }]),
  "GET /things/1": { body: one, etag: '"v1"' },
  "GET /audit-log": pageOf([]),
};

function open(path: string) {
  return render(
    <TestMemoryRouter initialEntries={[path]}>
      <Registry value={new Map([["things", things]])}>
        <Admin
          dataProvider={dataProvider}
          authProvider={authProvider}
          i18nProvider={i18nProvider}
          store={memoryStore()}
          requireAuth
          disableTelemetry
        >
          <Resource
            name="things"
            list={ListPage}
            show={ShowPage}
            edit={EditPage}
            create={CreatePage}
            recordRepresentation="name"
          />
        </Admin>
      </Registry>
    </TestMemoryRouter>,
  );
}

const posted = (seen: Seen[], path: string) => seen.filter((call) => call.method === "POST" && call.path === path);

describe("a record's actions", () => {
  it("ask for a reason and say its absence at the field, without calling the server", async () => {
    const seen = serve(answers);
    open("/things/1/show");
    await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
    const dialog = await screen.findByRole("dialog", { name: "Retry" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Retry" }));
    expect(await within(dialog).findByText("Reason is required")).toBeTruthy();
    expect(posted(seen, "/things/1/retry")).toHaveLength(0);
  });

  it("send reason and parameters, then read the record again", async () => {
    const seen = serve({ ...answers, "POST /things/1/extend": { body: one } });
    open("/things/1/show");
    await userEvent.click(await screen.findByRole("button", { name: "Extend" }));
    const dialog = await screen.findByRole("dialog", { name: "Extend" });
    await userEvent.type(within(dialog).getByRole("textbox", { name: "Reason" }), "asked on the phone");
    await userEvent.click(within(dialog).getByRole("button", { name: "Extend" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(posted(seen, "/things/1/extend")[0]?.body).toEqual({ days: 30, reason: "asked on the phone" });
    await waitFor(() => expect(seen.filter(({ path }) => path === "/things/1").length).toBeGreaterThan(1));
  });

  it("stay open with what was written when the server refuses", async () => {
    serve({ ...answers, "POST /things/1/retry": problem(409, "conflict", "The job is running already.") });
    open("/things/1/show");
    await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
    const dialog = await screen.findByRole("dialog", { name: "Retry" });
    await userEvent.type(within(dialog).getByRole("textbox", { name: "Reason" }), "provider is back");
    await userEvent.click(within(dialog).getByRole("button", { name: "Retry" }));
    expect(await within(dialog).findByText("The job is running already.")).toBeTruthy();
    expect((within(dialog).getByRole("textbox", { name: "Reason" }) as HTMLTextAreaElement).value).toBe(
      "provider is back",
    );
  });

  it("do not pass for done when the session has ended, and keep what was written", async () => {
    serve({
      ...answers,
      "POST /things/1/retry": problem(401, "unauthenticated", "You are not signed in to the console."),
    });
    open("/things/1/show");
    await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
    const dialog = await screen.findByRole("dialog", { name: "Retry" });
    await userEvent.type(within(dialog).getByRole("textbox", { name: "Reason" }), "provider is back");
    await userEvent.click(within(dialog).getByRole("button", { name: "Retry" }));
    expect(await within(dialog).findByText(SESSION_OVER)).toBeTruthy();
    expect(screen.queryByText("Queued again.")).toBeNull();
    expect((within(dialog).getByRole("textbox", { name: "Reason" }) as HTMLTextAreaElement).value).toBe(
      "provider is back",
    );
  });

  it("ask before what was written is thrown away", async () => {
    serve(answers);
    open("/things/1/show");
    await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
    const dialog = await screen.findByRole("dialog", { name: "Retry" });
    await userEvent.type(within(dialog).getByRole("textbox", { name: "Reason" }), "provider is back");
    await userEvent.keyboard("{Escape}");
    await userEvent.click(await within(dialog).findByRole("button", { name: "Keep writing" }));
    expect((within(dialog).getByRole("textbox", { name: "Reason" }) as HTMLTextAreaElement).value).toBe(
      "provider is back",
    );
    await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await userEvent.click(await within(dialog).findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("are only those the server permits", async () => {
    serve(answers);
    open("/things/1/show");
    await screen.findByRole("button", { name: "Retry" });
    expect(screen.queryByRole("button", { name: "Drop" })).toBeNull();
    expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
  });
});

describe("a list", () => {
  it("sorts by days with the newest first, by everything else from its beginning", async () => {
    serve(answers);
    open("/things");
    for (const [name, order] of [
      ["Made", "descending"],
      ["Name", "ascending"],
      ["Made", "descending"],
      ["Made", "ascending"],
    ] as const) {
      await userEvent.click(await screen.findByRole("button", { name }));
      const heading = await screen.findByRole("columnheader", { name });
      await waitFor(() => expect(heading.getAttribute("aria-sort")).toBe(order));
    }
  });

  it("does an action for the selected rows that can take it, each under its own key", async () => {
    const seen = serve({ ...answers, "POST /things/1/retry": { body: one } });
    open("/things");
    await screen.findByText("Second");
    for (const box of (await screen.findAllByRole("checkbox")).slice(1)) await userEvent.click(box);
    await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
    const dialog = await screen.findByRole("dialog", { name: "Retry (1)" });
    expect(within(dialog).getByText(/1 of the selected rows; 1 cannot be changed this way/)).toBeTruthy();
    await userEvent.type(within(dialog).getByRole("textbox", { name: "Reason" }), "provider is back");
    await userEvent.click(within(dialog).getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(posted(seen, "/things/1/retry")).toHaveLength(1));
    expect(posted(seen, "/things/2/retry")).toHaveLength(0);
  });
});

describe("a list that cannot be read", () => {
  it("says so in its place until it can, and counts no rows", async () => {
    const busy = problem(503, "overloaded", "The service is very busy right now. Please try again in a few seconds.");
    let away = true;
    serve({ ...answers, "GET /things": () => (away ? busy : pageOf([one])) });
    open("/things");
    const place = within(await screen.findByRole("main"));
    const retry = await place.findByRole("button", { name: "Try again" });
    expect(place.getByText(/very busy right now/)).toBeTruthy();
    expect(place.queryByText(/1-25/)).toBeNull();
    away = false;
    await userEvent.click(retry);
    expect(await screen.findByText("First")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });
});

describe("an empty list", () => {
  it("says when there will be something, and with a search the way back to everything", async () => {
    const seen = serve({ ...answers, "GET /things": ({ query }: Seen) => pageOf(query["q"] ? [] : [one]) });
    open("/things?filter=%7B%22q%22%3A%22nobody%22%7D");
    expect(await screen.findByText("No things match")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Clear search and filters" }));
    expect(await screen.findByText("First")).toBeTruthy();
    cleanup();
    serve({ ...answers, "GET /things": pageOf([]) });
    open("/things");
    expect(await screen.findByText("Things appear here when somebody makes one.")).toBeTruthy();
    expect(seen.some(({ query }) => query["q"] === "nobody")).toBe(true);
  });
});

describe("an edit", () => {
  it("sends the change under If-Match and puts the server's sentence at its field", async () => {
    const seen = serve({
      ...answers,
      "PATCH /things/1": problem(422, "validation-failed", "Price must be non-negative", [
        { pointer: "/price", detail: "Price must be non-negative", code: "too-small" },
      ]),
    });
    open("/things/1");
    await userEvent.type(await screen.findByRole("textbox", { name: "Reason" }), "new price list");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const said = await screen.findAllByText("Price must be non-negative");
    expect(said.length).toBeGreaterThan(0);
    const sent = seen.find(({ method }) => method === "PATCH");
    expect(sent?.headers.get("if-match")).toBe('"v1"');
    expect(sent?.body).toEqual({ reason: "new price list" });
  });

  it("says an empty name with the form's own words", async () => {
    serve(answers);
    open("/things/1");
    await userEvent.clear(await screen.findByRole("textbox", { name: /Name/ }));
    await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "rename");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Thing name is required")).toBeTruthy();
  });
});

describe("a new record that the server refuses", () => {
  it("keeps what was typed and says why beside the button, with nothing laid over it", async () => {
    const refused = "A thing with this name exists already.";
    serve({ ...answers, "POST /things": problem(409, "conflict", refused) });
    open("/things/create");
    await userEvent.type(await screen.findByRole("textbox", { name: /Name/ }), "Second");
    await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "asked by mail");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(refused);
    expect(alert.closest("form")).toBe(screen.getByRole("button", { name: "Save" }).closest("form"));
    expect((screen.getByRole("textbox", { name: /Name/ }) as HTMLInputElement).value).toBe("Second");
    expect(screen.getAllByText(refused)).toHaveLength(1);
  });
});
