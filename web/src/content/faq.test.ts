import { expect, test } from "vitest";
import { faqItems } from "./faq";
import { hireUs } from "./hire-us";
import { homeFaq } from "./home-faq";

test("there are ten questions, five of them at home", () => {
  expect(new Set(faqItems.map(({ question }) => question)).size).toBe(10);
  expect(homeFaq).toHaveLength(5);
});

test.each([
  "$3,000 to $10,000",
  "8-12 weeks",
  "30% deposit before work begins",
  "milestone payments",
  "After full payment you have full ownership",
])("an answer promises: %s", (promise) => {
  expect(faqItems.some(({ answer }) => answer.includes(promise))).toBe(true);
});

test("hiring takes three steps and has three reasons and two voices", () => {
  expect(hireUs.steps.items.map(({ title }) => title)).toEqual([
    "Tell Us Your Needs",
    "Meet Your Experts",
    "Launch Your Project",
  ]);
  expect(hireUs.reasons.items).toHaveLength(3);
  expect(hireUs.voices.items).toHaveLength(2);
});
