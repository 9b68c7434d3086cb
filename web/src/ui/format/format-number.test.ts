import { expect, test } from "vitest";
import { formatNumber } from "./format-number";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [1234567, "1,234,567"],
  [-1234, "-1,234"],
  [1234.56, "1,234.56"],
  [0.1234, "0.1234"],
])("formats %s as %s", (number, shown) => {
  expect(formatNumber(number)).toBe(shown);
});
