import { useQuery } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { gapQuery } from "./api/advice";
import { DecisionFacts, DecisionMenu } from "./decision-menu";
import { useDecide } from "./use-decide";

const gap = {
  id: "g1",
  status: "open",
  assignee: null,
  note: "",
  reason: "",
  verification: null,
  closedAt: null,
  undoable: false,
};

function Row() {
  const row = useQuery(gapQuery("b1", "g1")).data;
  const { decide } = useDecide("b1", "gap");
  if (!row) return null;
  return (
    <>
      <DecisionMenu row={row} what="Which table lasts?" disabled={false} onDecide={(change) => decide("g1", change)} />
      <DecisionFacts row={row} />
    </>
  );
}

function open(answer: (change: unknown) => Response | Promise<Response>) {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/members", () =>
      HttpResponse.json({
        data: [
          {
            userId: "u2",
            firstName: "Ines",
            lastName: "Moreau",
            email: "ines@harrow.example",
            role: "editor",
            paused: false,
          },
          { userId: "u3", firstName: "", lastName: "", email: "tom@harrow.example", role: "viewer", paused: false },
        ],
      }),
    ),
    http.get("/api/v1/brands/b1/gaps/content/g1", () => HttpResponse.json(gap)),
    http.patch("/api/v1/brands/b1/gaps/content/g1", async ({ request }) => answer(await request.json())),
  );
  return renderRoutes([{ path: "/", element: <Row /> }], "/").user;
}

const menu = () => screen.findByRole("button", { name: /Decide about: Which table lasts/ });

it("gives work to anybody of the workspace", async () => {
  const asked: unknown[] = [];
  const user = open((change) => {
    asked.push(change);
    return HttpResponse.json({ ...gap, assignee: { id: "u2", name: "Ines Moreau" } });
  });
  await user.click(await menu());
  const layer = await screen.findByRole("menu");
  expect(await within(layer).findByRole("menuitemradio", { name: "tom@harrow.example" })).toBeTruthy();
  await user.click(within(layer).getByRole("menuitemradio", { name: "Ines Moreau" }));
  await expect.poll(() => asked).toEqual([{ assigneeId: "u2" }]);
});

it("shows a decision before the server has answered, and takes it back when it is refused", async () => {
  let refuse = () => undefined as void;
  const user = open(
    () =>
      new Promise(
        (done) => (refuse = () => done(HttpResponse.json({ message: "This brand is paused." }, { status: 409 }))),
      ),
  );
  await user.click(await menu());
  await user.click(await screen.findByRole("menuitem", { name: "Mark as done" }));
  expect(await screen.findByRole("button", { name: /^Done\./ })).toBeTruthy();
  refuse();
  expect(await screen.findByRole("button", { name: /^Open\./ })).toBeTruthy();
});

it("shows whose it is before the server has answered", async () => {
  const user = open(() => new Promise(() => undefined));
  await user.click(await menu());
  await user.click(await screen.findByRole("menuitemradio", { name: "Ines Moreau" }));
  expect(await screen.findByText("Assigned to Ines Moreau")).toBeTruthy();
});
