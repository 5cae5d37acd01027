import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { RuleRow } from "./rule-row";

const account = {
  email: "ada@example.com",
  hasPassword: true,
  secondFactor: { enabled: true, app: true, passkeys: 0, recoveryCodesLeft: 10 },
};
const rule = () => screen.findByRole("checkbox", { name: /Require two-step sign-in/ });

/** The rules of a workspace; what was sent to change the one about the second factor. */
async function open(required: boolean) {
  const sent: unknown[] = [];
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/v1/me", () => HttpResponse.json(account)),
    http.get("/api/v1/password-rule", () => HttpResponse.json({ refuseCommon: false })),
    http.get("/api/v1/second-factor-rule", () => HttpResponse.json({ required })),
    http.put("/api/v1/second-factor-rule", async ({ request }) => {
      const body = (await request.json()) as { required: boolean; code?: string };
      sent.push(body);
      if (body.required || body.code === "123456") return HttpResponse.json({ required: body.required });
      const errors = [{ pointer: "/code", detail: "That code is not valid.", code: "code" }];
      return HttpResponse.json(
        { message: "That code is not valid.", code: "validation-failed", errors },
        { status: 422 },
      );
    }),
  );
  renderRoutes([{ path: "/", element: <RuleRow /> }], "/");
  await rule();
  return sent;
}

it("asks who switches the second factor off for a code before it is off", async () => {
  const sent = await open(true);
  await userEvent.click(await rule());
  expect(sent).toEqual([]);
  expect(await rule()).toHaveProperty("checked", true);
  await userEvent.type(await screen.findByRole("textbox"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Switch off the rule" }));
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(sent).toEqual([{ required: false, code: "123456" }]);
  expect(await rule()).toHaveProperty("checked", false);
});

it("keeps the rule and says why at the field when the code is wrong", async () => {
  await open(true);
  await userEvent.click(await rule());
  await userEvent.type(await screen.findByRole("textbox"), "999999");
  await userEvent.click(screen.getByRole("button", { name: "Switch off the rule" }));
  expect(await screen.findByText("That code is not valid.")).toBeTruthy();
  expect(await rule()).toHaveProperty("checked", true);
});

it("switches it on at once", async () => {
  const sent = await open(false);
  await userEvent.click(await rule());
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(sent).toEqual([{ required: true }]);
});
