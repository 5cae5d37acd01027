import { expect, it } from "vitest";

import { fileSize, megabytes } from "./file-size";

it.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1 kB"],
  [40_000, "39 kB"],
  [1_048_000, "1023 kB"],
  [1_048_500, "1.00 MB"],
  [1_310_720, "1.25 MB"],
])("says the size of %i bytes in a unit that suits it", (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});

it("says megabytes with two decimals however small the file is", () => {
  expect(megabytes(41_943)).toBe("0.04 MB");
});
