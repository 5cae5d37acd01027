import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";

import { renderRoutes } from "@/test/render";

import { CompareControl, RangeControl } from "./days-controls";
import { useKeptCompare } from "./kept-compare";

function Screen() {
  useKeptCompare();
  return (
    <>
      <RangeControl compares />
      <CompareControl />
      <output>{useLocation().search}</output>
    </>
  );
}

const address = () => Object.fromEntries(new URLSearchParams(screen.getByRole("status").textContent));
async function open(at: string) {
  renderRoutes([{ path: "/", element: <Screen /> }], at);
  await screen.findByRole("combobox", { name: "Compare with" });
}

beforeEach(() => localStorage.clear());

describe("the days that are compared with", () => {
  it("may be days of one's own, which the address keeps", async () => {
    await open("/?tab=prompts");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Compare with" }), "custom");
    await userEvent.type(await screen.findByLabelText(/^From/), "2026-01-05");
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    expect(await screen.findByText("Choose both days")).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^To/), "2026-01-11");
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    expect(address()).toEqual({
      tab: "prompts",
      compare: "custom",
      compareFrom: "2026-01-05",
      compareTo: "2026-01-11",
    });
    expect(await screen.findByRole("button", { name: "1/5/2026 – 1/11/2026" })).toBeTruthy();
  });

  it("lie weekday on weekday a year back, and for the period before when told so", async () => {
    await open("/");
    const match = () => screen.getByRole("button", { name: "Match weekdays" });
    expect(match().getAttribute("aria-pressed")).toBe("false");
    await userEvent.click(match());
    expect(address()).toEqual({ match: "weekday" });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Compare with" }), "year");
    expect(match().getAttribute("aria-pressed")).toBe("true");
    await userEvent.click(match());
    expect(address()).toEqual({ compare: "year", match: "date" });
  });

  it("are remembered for the next visit, but an address that names a view is opened as it is", async () => {
    await open("/");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Compare with" }), "year");
    expect(localStorage.getItem("presence.compare")).toBe("year");
  });

  it.each([
    ["/?brand=b1", { brand: "b1", compare: "none" }],
    ["/?brand=b1&range=7d", { brand: "b1", range: "7d" }],
  ])("begin as remembered only where nothing else is said (%s)", async (at, expected) => {
    localStorage.setItem("presence.compare", "none");
    await open(at);
    expect(address()).toEqual(expected);
  });
});

describe("single keys", () => {
  it("choose a range and switch the comparison", async () => {
    await open("/");
    await userEvent.keyboard("w");
    expect(address()).toEqual({ range: "7d" });
    await userEvent.keyboard("l");
    expect(address()).toEqual({ range: "12m" });
    await userEvent.keyboard("q");
    expect(address()).toEqual({});
    await userEvent.keyboard("x");
    expect(address()).toEqual({ compare: "none" });
    await userEvent.keyboard("x");
    expect(address()).toEqual({});
    await userEvent.keyboard("c");
    expect(await screen.findByRole("dialog", { name: "Custom range" })).toBeTruthy();
  });

  it("do nothing once they are turned off", async () => {
    localStorage.setItem("presence.singleKeys", "off");
    await open("/");
    await userEvent.keyboard("wx");
    expect(address()).toEqual({});
  });
});
