import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { describe, expect, it } from "vitest";

import { useSort } from "@/lib/use-sort";
import { renderRoutes } from "@/test/render";

import { DataView, type Column } from "./data-view";

type Row = { name: string; rate: number | null };
const ROWS: Row[] = [
  { name: "Chairs", rate: 20 },
  { name: "Tables", rate: null },
  { name: "Lamps", rate: 60 },
];
const COLUMNS: Column<Row>[] = [
  { key: "name", title: "Name", sort: (row) => row.name, cell: (row) => row.name },
  { key: "rate", title: "Rate", numeric: true, sort: (row) => row.rate, cell: (row) => row.rate ?? "---" },
  { key: "note", title: "Note", cell: () => "" },
];

function Screen({ columns = COLUMNS }: { columns?: Column<Row>[] }) {
  const sorting = useSort();
  return (
    <>
      <DataView label="Things" columns={columns} rows={ROWS} rowKey={(row) => row.name} sorting={sorting} />
      <output>{useLocation().search}</output>
    </>
  );
}

const open = (at: string, columns?: Column<Row>[]) =>
  renderRoutes([{ path: "/", element: <Screen {...(columns ? { columns } : {})} /> }], at);
const names = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]!.textContent);
const head = (title: string) =>
  within(screen.getByRole("table")).getByRole("columnheader", { name: new RegExp(title) });

describe("a table that can be sorted", () => {
  it("turns from the greatest number to the least and back to its own order, and says so in the address", async () => {
    open("/?brand=b1");
    const press = async () => userEvent.click(within(head("Rate")).getByRole("button"));
    await screen.findByRole("table");
    await press();
    expect(names()).toEqual(["Lamps", "Chairs", "Tables"]);
    expect(head("Rate").getAttribute("aria-sort")).toBe("descending");
    expect(screen.getByRole("status").textContent).toBe("?brand=b1&sort=-rate");
    await press();
    expect(names()).toEqual(["Chairs", "Lamps", "Tables"]);
    await press();
    expect(names()).toEqual(["Chairs", "Tables", "Lamps"]);
    expect(screen.getByRole("status").textContent).toBe("?brand=b1");
  });

  it("is turned by the keyboard alone", async () => {
    open("/");
    await screen.findByRole("table");
    within(head("Name")).getByRole("button").focus();
    await userEvent.keyboard("{Enter}{Enter}");
    expect(names()).toEqual(["Tables", "Lamps", "Chairs"]);
  });

  it("opens in the order of its address, in the table and in the cards", async () => {
    open("/?sort=name");
    await screen.findByRole("table");
    expect(names()).toEqual(["Chairs", "Lamps", "Tables"]);
    expect(
      screen.getAllByRole("article").map((card) => within(card).getAllByRole("definition")[0]!.textContent),
    ).toEqual(["Chairs", "Lamps", "Tables"]);
    expect((screen.getByRole("combobox", { name: "Sort" }) as HTMLSelectElement).value).toBe("name");
  });

  it("leaves rows that the server puts in order as they came", async () => {
    open("/?sort=-cited", [{ key: "name", title: "Name", sort: "cited", cell: (row) => row.name }]);
    await screen.findByRole("table");
    expect(names()).toEqual(["Chairs", "Tables", "Lamps"]);
    expect(head("Name").getAttribute("aria-sort")).toBe("descending");
  });

  it("has no button, and promises no order, for a column without one", async () => {
    open("/?sort=constructor");
    await screen.findByRole("table");
    expect(names()).toEqual(["Chairs", "Tables", "Lamps"]);
    expect(within(head("Note")).queryByRole("button")).toBeNull();
    expect(head("Note").hasAttribute("aria-sort")).toBe(false);
  });
});

it("says in a sentence that there is nothing yet, instead of showing a bare head", () => {
  render(
    <DataView label="Invoices" columns={[{ key: "date", title: "Date", cell: () => "" }]} rows={[]} rowKey={String} />,
  );
  expect(screen.getByText("Nothing here yet")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});
