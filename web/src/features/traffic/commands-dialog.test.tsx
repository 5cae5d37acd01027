import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { trafficLogs as words } from "@/lib/messages/traffic-logs";

import { WAYS } from "./commands";
import { CommandsDialog } from "./commands-dialog";

describe("how to send lines", () => {
  it("asks for the token's place exactly where what is pasted has one", async () => {
    const user = userEvent.setup();
    render(<CommandsDialog token={null} onClose={() => undefined} />);
    for (const way of WAYS) {
      await user.click(screen.getByRole("tab", { name: words.commands[way] }));
      const pasted = screen.getByRole("region").textContent ?? "";
      const asked = screen.getByRole("dialog").textContent?.includes(words.commandsText);
      expect(asked, way).toBe(pasted.includes("YOUR_TOKEN"));
    }
  });

  it("says where the shipper comes from exactly where it is used", async () => {
    const user = userEvent.setup();
    render(<CommandsDialog token={null} onClose={() => undefined} />);
    for (const way of WAYS) {
      await user.click(screen.getByRole("tab", { name: words.commands[way] }));
      const pasted = screen.getByRole("region").textContent ?? "";
      expect(screen.queryByText(words.shipperNeeded) !== null, way).toBe(pasted.includes("presence ship-log"));
    }
  });

  it("tells the token's button from the one of what is pasted", () => {
    render(<CommandsDialog token="ts_1" onClose={() => undefined} />);
    expect(screen.getByRole("button", { name: "Copy token" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Copy" })).toBeTruthy();
  });

  it("lets its tabs take several rows", () => {
    render(<CommandsDialog token={null} onClose={() => undefined} />);
    expect(screen.getByRole("tablist").className).toContain("flex-wrap");
  });
});
