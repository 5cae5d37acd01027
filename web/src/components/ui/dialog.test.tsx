import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import { dismissToast, toast } from "@/lib/toast";

import { Dialog, DialogContent } from "./dialog";
import { Toaster } from "./toaster";

afterEach(() => {
  vi.restoreAllMocks();
  dismissToast();
});

function open(phone: boolean) {
  vi.spyOn(window, "matchMedia").mockImplementation((media) => ({ matches: phone, media }) as MediaQueryList);
  render(<Toaster />);
  toast({ title: "Competitor added" });
  render(
    <Dialog open>
      <DialogContent title="Add a competitor">Name</DialogContent>
    </Dialog>,
  );
}

it("is not covered on a phone by the notice of what was done before", async () => {
  open(true);
  await screen.findByText("Add a competitor");
  await waitFor(() => expect(document.querySelector("li[data-variant]")).toBeNull());
});

it("leaves a notice that stands beside it", async () => {
  open(false);
  await screen.findByText("Add a competitor");
  expect(document.querySelector("li[data-variant]")).not.toBeNull();
});
