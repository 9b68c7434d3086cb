import { expect, test } from "vitest";
import { faqItems } from "./faq";

test("asks no question more than once", () => {
  expect(new Set(faqItems.map(({ question }) => question)).size).toBe(faqItems.length);
});
