import { act, fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { currentToasts, toast } from "@/lib/toast";

import { Toaster } from "./toaster";

function show(input: Parameters<typeof toast>[0]) {
  act(() => void toast(input));
}

describe("the toaster", () => {
  it("closes a toast by itself after 5,000 ms", () => {
    vi.useFakeTimers();
    render(<Toaster />);
    show({ title: "Saved" });
    act(() => void vi.advanceTimersByTime(4_999));
    expect(currentToasts()[0]?.open).toBe(true);
    act(() => void vi.advanceTimersByTime(1));
    expect(currentToasts()[0]?.open).toBe(false);
  });

  it("keeps a given duration", () => {
    vi.useFakeTimers();
    render(<Toaster />);
    show({ title: "Failed", duration: 1_500, variant: "destructive" });
    act(() => void vi.advanceTimersByTime(1_500));
    expect(currentToasts()[0]?.open).toBe(false);
  });

  it("shows a description with a leading pin under a location icon, the emoji removed", () => {
    render(<Toaster />);
    show({ description: "📍 Berlin" });
    expect(screen.getByTestId("location-icon")).toBeTruthy();
    expect(screen.getAllByText("Berlin").length).toBeGreaterThan(0);
    expect(screen.queryByText(/📍/)).toBeNull();
  });

  it.each(["default", "destructive", "success", "info", "warning"] as const)("has a %s look", (variant) => {
    const { container } = render(<Toaster />);
    show({ title: "Anything", variant });
    expect(container.ownerDocument.querySelector(`[data-variant=${variant}]`)).toBeTruthy();
  });

  it("moves focus to the toasts on F8", () => {
    render(<Toaster />);
    show({ title: "Saved" });
    fireEvent.keyDown(document, { key: "F8", code: "F8" });
    expect(document.activeElement?.tagName).toBe("OL");
  });

  it.each([
    [49, true],
    [51, false],
  ])("after a swipe of %i px to the right it is open: %s", (distance, open) => {
    render(<Toaster />);
    show({ title: "Saved" });
    const item = document.querySelector("[data-variant]") as HTMLElement;
    fireEvent.pointerDown(item, { button: 0, clientX: 0, clientY: 0, pointerId: 1 });
    fireEvent.pointerMove(item, { clientX: 20, clientY: 0, pointerId: 1 });
    fireEvent.pointerMove(item, { clientX: distance, clientY: 0, pointerId: 1 });
    fireEvent.pointerUp(item, { clientX: distance, clientY: 0, pointerId: 1 });
    expect(currentToasts()[0]?.open).toBe(open);
  });
});
