import { expect, it } from "vitest";

import { withoutMarks } from "./plain-words";

it.each([
  ["1. **Marlow Tables** offers tables.[2]", "1. Marlow Tables offers tables.[2]"],
  ["Named again ([reddit.com](https://www.reddit.com/r/a/?utm_source=x)): yes", "Named again (reddit.com): yes"],
  ["see [the guide](https://guides.example/what_(ever)) first", "see the guide first"],
  ["cut [off](https://guides.example/very-lo…", "cut off"],
  ["## Best picks\nUse `oak` now", "Best picks\nUse oak now"],
  ["2 * 3 [1] stays (so) *it* does", "2 * 3 [1] stays (so) *it* does"],
])("takes only the marks out of %j", (marked, plain) => {
  expect(withoutMarks(marked)).toBe(plain);
});
