import { render, screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";

import { server } from "@/test/server";

import { PasswordAdvice } from "./password-advice";

beforeEach(() => server.use(http.get("/api/v1/auth/common-passwords", () => HttpResponse.text("password1\nqwerty12"))));

it.each([
  ["short", "Too short: use at least 8 characters."],
  ["password1", "Weak: attackers try this password first. Choose another."],
  ["aaaaaaaaaa", "Weak: easy to guess. A few unrelated words are stronger."],
])("advises against %s in the color of a warning, with a sign", async (password, sentence) => {
  render(<PasswordAdvice password={password} />);
  const advice = await screen.findByText(sentence);
  expect(advice.className).toContain("text-attention-text");
  expect(advice.querySelector("svg")).toBeTruthy();
});

it("only comments on a password that is hard to guess", async () => {
  render(<PasswordAdvice password="orbit walnut sixteen lamps" />);
  const advice = await screen.findByText("Strong.");
  expect(advice.className).not.toContain("text-attention-text");
  expect(advice.querySelector("svg")).toBeNull();
});
