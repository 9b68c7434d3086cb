import { expect, test } from "vitest";
import { readableSize } from "./readable-size";

const units = ["bytes", "KB", "MB", "GB"];
const numbers = new Intl.NumberFormat("en-US", {
  maximumSignificantDigits: 3,
  roundingMode: "trunc",
});

test("formats sizes like Intl, in steps of 1,024", () => {
  for (const [step, unit] of units.entries()) {
    for (const size of [
      1, 1.01, 1.999, 2.5, 9.999, 10, 10.49, 99.99, 100, 101.5, 999.9, 1000, 1023,
    ]) {
      const bytes = Math.ceil(size * 1024 ** step);
      if (bytes < 1024 ** (step + 1)) {
        expect(readableSize(bytes)).toBe(`${numbers.format(bytes / 1024 ** step)} ${unit}`);
      }
    }
  }
});

test("formats an empty file as 0 bytes, and rounds down below a limit", () => {
  expect(readableSize(0)).toBe("0 bytes");
  expect(readableSize(5 * 1024 * 1024 - 1)).toBe("4.99 MB");
});
