import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";

import { createQueryClient } from "@/api/query-client";
import { common } from "@/lib/messages/common";
import { server } from "@/test/server";

import { Guarded } from "./guarded";

type Answer = { rows?: string[] };

function Rows() {
  const { data } = useQuery<Answer>({ queryKey: ["/api/v1/rows"] });
  return data ? <p>{data.rows!.join(", ")}</p> : null;
}

function open() {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Guarded>
        <Rows />
        <p>The other card</p>
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
  });
});
