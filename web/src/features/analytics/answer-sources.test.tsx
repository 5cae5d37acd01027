import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { SourceLink } from "./answer-sources";

it("makes a link of a web address and of nothing else", () => {
  const addresses = ["javascript:alert(1)", "data:text/html,<script>", " https://a.example", "//a.example", "a.docx"];
  for (const address of addresses) render(<SourceLink url={address}>{address}</SourceLink>);
  expect(screen.getByText("javascript:alert(1)")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
  render(<SourceLink url="https://b.example/">b.example</SourceLink>);
  expect(screen.getByRole("link").getAttribute("href")).toBe("https://b.example/");
});
