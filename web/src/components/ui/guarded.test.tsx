import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";

import { createQueryClient } from "@/api/query-client";
import { common } from "@/lib/messages/common";
import { server } from "@/test/server";

import { Guarded, GuardedData } from "./guarded";

type Answer = { rows?: string[] };

function Rows() {
  const { data } = useQuery<Answer>({ queryKey: ["/api/v1/rows"] });
  return data ? <p>{data.rows!.join(", ")}</p> : null;
}

let otherAsked = 0;

function Other() {
  useQuery({ queryKey: ["/api/v1/other"] });
  return <p>The other card</p>;
}

function open() {
  otherAsked = 0;
  server.use(http.get("/api/v1/other", () => (otherAsked++, HttpResponse.json({}))));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Guarded>
        <Rows />
        <Other />
      </Guarded>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

describe("cards of a screen", () => {
  it("keep standing when one of them cannot read its answer, which says so", async () => {
    server.use(http.get("/api/v1/rows", () => HttpResponse.json({})));
    open();
    await screen.findByText(common.partFailed);
    screen.getByText("The other card");
  });

  it("ask again and show the better answer after Retry", async () => {
    let answer: Answer = {};
    server.use(http.get("/api/v1/rows", () => HttpResponse.json(answer)));
    const user = open();
    await screen.findByText(common.partFailed);
    answer = { rows: ["one", "two"] };
    await user.click(screen.getByRole("button", { name: common.retry }));
    await screen.findByText("one, two");
    expect(screen.queryByText(common.partFailed)).toBeNull();
    expect(otherAsked).toBe(1);
  });

  it("have what they were handed down asked for anew, by whoever asked for it", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let answer: Answer = {};
    server.use(http.get("/api/v1/rows", () => HttpResponse.json(answer)));
    const Screen = () => {
      const { data, refetch } = useQuery<Answer>({ queryKey: ["/api/v1/rows"] });
      if (!data) return null;
      return (
        <GuardedData data={data} refetch={refetch}>
          {(given) => (
            <Guarded>
              <Handed rows={given} />
            </Guarded>
          )}
        </GuardedData>
      );
    };
    const Handed = ({ rows }: { rows: Answer }) => <p>{rows.rows!.join(", ")}</p>;
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Screen />
      </QueryClientProvider>,
    );
    await screen.findByText(common.partFailed);
    answer = { rows: ["three"] };
    await userEvent.setup().click(screen.getByRole("button", { name: common.retry }));
    await screen.findByText("three");
  });
});
