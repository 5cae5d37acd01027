import { beforeEach, describe, expect, it, vi } from "vitest";

import { currentToasts, dismissToast, splitLocationPin, toast, updateToast } from "./toast";

beforeEach(() => {
  vi.useFakeTimers();
});

describe("the toast store", () => {
  it("shows one toast at a time; a new one replaces the old one", () => {
    toast({ title: "first" });
    toast({ title: "second" });
    expect(currentToasts().map((item) => item.title)).toEqual(["second"]);
  });

  it("updates a toast by its id", () => {
    const { id } = toast({ title: "Saving" });
    updateToast(id, { title: "Saved", variant: "success" });
    expect(currentToasts()[0]).toMatchObject({ id, title: "Saved", variant: "success", open: true });
  });

  it("updates and dismisses through the handle", () => {
    const handle = toast({ title: "Saving" });
    handle.update({ title: "Saved" });
    expect(currentToasts()[0]?.title).toBe("Saved");
    handle.dismiss();
    expect(currentToasts()[0]?.open).toBe(false);
  });

  it("leaves other toasts alone when dismissing by id", () => {
    const { id } = toast({ title: "old" });
    toast({ title: "new" });
    dismissToast(id);
    expect(currentToasts()[0]).toMatchObject({ title: "new", open: true });
  });

  it("closes all toasts when dismissed without an id", () => {
    toast({ title: "anything" });
    dismissToast();
    expect(currentToasts().every((item) => !item.open)).toBe(true);
  });

  it("removes a dismissed toast after 1,000,000 ms and not before", () => {
    toast({ title: "anything" });
    dismissToast();
    vi.advanceTimersByTime(999_999);
    expect(currentToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(currentToasts()).toHaveLength(0);
  });

  it("counts the removal from the first dismissal", () => {
    const { id } = toast({ title: "anything" });
    dismissToast(id);
    vi.advanceTimersByTime(600_000);
    dismissToast(id);
    vi.advanceTimersByTime(400_000);
    expect(currentToasts()).toHaveLength(0);
  });
});

describe("the location pin rule", () => {
  it("takes a leading pin away", () => {
    expect(splitLocationPin("📍 Berlin office")).toEqual({ located: true, text: "Berlin office" });
  });

  it("leaves a pin elsewhere alone", () => {
    expect(splitLocationPin("Berlin 📍")).toEqual({ located: false, text: "Berlin 📍" });
  });
});
