import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { StartupGate, startupTarget } from "./startup-gate";

const at = (address: string) => {
  const url = new URL(address, "http://localhost");
  return startupTarget({ pathname: url.pathname, search: url.search });
};

describe("the start-up rule", () => {
  it.each([
    ["/dashboard/website?success=true", "/pricing"],
    ["/dashboard/website?session_id=cs_1", "/pricing?session_id=cs_1"],
    ["/dashboard/website?success=true&session_id=cs_1", "/pricing?session_id=cs_1"],
    ["/de/dashboard/website/x?success=true", "/pricing"],
  ])("sends %s to %s", (address, target) => {
    expect(at(address)).toBe(target);
  });

  it.each([
    "/dashboard/website",
    "/dashboard?success=true",
    "/pricing?session_id=cs_1",
    "/dashboard/website?success=false",
  ])("leaves %s alone", (address) => {
    expect(at(address)).toBeNull();
  });
});

describe("the gate", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => window.history.replaceState(null, "", "/");
  });

  it("shows the words for 500 ms, then the application at the new address", () => {
    window.history.replaceState(null, "", "/dashboard/website?success=true&session_id=cs_9");
    render(<StartupGate>{() => <p>application</p>}</StartupGate>);
    expect(screen.getByRole("status").textContent).toBe("Processing Your Subscription");
    act(() => void vi.advanceTimersByTime(499));
    expect(screen.queryByText("application")).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByText("application")).toBeTruthy();
    expect(window.location.pathname + window.location.search).toBe("/pricing?session_id=cs_9");
  });

  it("renders anything else at once", () => {
    window.history.replaceState(null, "", "/dashboard");
    render(<StartupGate>{() => <p>application</p>}</StartupGate>);
    expect(screen.getByText("application")).toBeTruthy();
  });
});
