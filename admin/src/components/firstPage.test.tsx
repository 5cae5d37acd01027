import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Box } from "lucide-react";
import { Admin, memoryStore, Resource, TestMemoryRouter, useNavigate } from "react-admin";
import { expect, it } from "vitest";

import { authProvider } from "@/providers/authProvider";
import { dataProvider } from "@/providers/dataProvider";
import { i18nProvider } from "@/providers/i18n";
import { queriesOfConsole } from "@/providers/queries";
import { pageOf, serve } from "@/test/server";

import { define } from "./definition";
import { useReadAhead } from "./firstPage";
import { ListPage } from "./ListPage";
import { Registry } from "./registry";

const things = define<{ id: number; name: string }>({
  name: "things",
  label: "Things",
  singular: "Thing",
  icon: Box,
  empty: "None.",
  title: ({ name }) => name,
  columns: [{ source: "name" }],
});
const answers = {
  "GET /session": {
    body: { id: "s", email: "a@presence.test", name: "A", role: "admin", permissions: { things: ["list", "show"] } },
  },
  "GET /things": pageOf([{ id: 1, name: "First" }]),
};

function Start() {
  const readAhead = useReadAhead();
  const navigate = useNavigate();
  return (
    <button onPointerDown={() => readAhead(things)} onClick={() => void navigate("/things")}>
      Things
    </button>
  );
}

function open(path: string) {
  render(
    <TestMemoryRouter initialEntries={[path]}>
      <Registry value={new Map([["things", things]])}>
        <Admin
          dataProvider={dataProvider}
          authProvider={authProvider}
          i18nProvider={i18nProvider}
          queryClient={queriesOfConsole()}
          store={memoryStore()}
          dashboard={Start}
          requireAuth
          disableTelemetry
        >
          <Resource name="things" list={ListPage} />
        </Admin>
      </Registry>
    </TestMemoryRouter>,
  );
}

it("a list asks who is there and for its rows, each once, and for nothing else", async () => {
  const seen = serve(answers);
  open("/things");
  await screen.findByText("First");
  expect(seen.map(({ path }) => path)).toEqual(["/session", "/things"]);
});

it("what was asked when an entry was pressed is what the list shows", async () => {
  const seen = serve(answers);
  open("/");
  await userEvent.click(await screen.findByRole("button", { name: "Things" }));
  await screen.findByText("First");
  expect(seen.map(({ path }) => path)).toEqual(["/session", "/things"]);
});
