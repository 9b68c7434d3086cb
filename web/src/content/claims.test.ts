import { expect, test } from "vitest";
import { about } from "./about";
import { faqItems } from "./faq";
import { home } from "./home";

// What a client may hold us to.
test.each([
  "Most websites we build cost $3,000 to $10,000.",
  "Delivery typically takes 8-12 weeks from the first call to launch.",
  "We ask for a 30% deposit before work begins. The balance is split into milestone payments",
  "After full payment you have full ownership",
])("answers: %s", (term) => {
  expect(faqItems.filter(({ answer }) => answer.includes(term))).toHaveLength(1);
});

test("claims the figures that were agreed", () => {
  const impact = about.impact.items.map(({ value, suffix, label }) => `${value}${suffix} ${label}`);
  expect(impact).toEqual(["50+ projects", "20+ happy clients", "10+ years", "100% satisfaction"]);
  const achievements = about.cards.find(({ title }) => title === "Our Achievements");
  expect(achievements?.text).toContain("100+ websites, 5 awards, 98% satisfaction");
  const year = home.statistics.items.map(({ figure, text }) => `${figure} ${text}`);
  expect(year).toEqual([
    "20+ clients in 10+ countries",
    "2 weeks average delivery time",
    "17+ websites delivered",
    "98% client satisfaction",
  ]);
});
