import { expect, test } from "vitest";
import { faqItems } from "./faq";

test("no question is asked twice", () => {
  expect(new Set(faqItems.map(({ question }) => question)).size).toBe(faqItems.length);
});
