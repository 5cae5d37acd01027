import { expect, it } from "vitest";

import { expectedPostalCode } from "./postal";

it.each([
  ["SW1A 1AA", "Germany", "10115"],
  ["123", "United States", "10001"],
  ["123", "New York, US", "10001"],
  ["10001", "Leeds, UK", "LS1 4DY"],
])("names a code that fits where %s does not, in %s", (code, place, example) => {
  expect(expectedPostalCode(code, place)).toBe(example);
});

it.each([
  ["10115", "Berlin, Germany"],
  ["sw1a1aa", "London, UK"],
  ["PO 12", "Atlantis"],
  ["anything", ""],
  ["", "Germany"],
])("takes %s in %s", (code, place) => {
  expect(expectedPostalCode(code, place)).toBeNull();
});

it.each([
  ["90001", "Los Angeles, CA"],
  ["19901", "Dover, DE"],
  ["46204", "Indianapolis, IN"],
  ["A1C 5M3", "St. John's, NL"],
  ["28100", "Novara, NO"],
])("takes %s in %s, whose letters are a region's as well as a country's", (code, place) => {
  expect(expectedPostalCode(code, place)).toBeNull();
});
