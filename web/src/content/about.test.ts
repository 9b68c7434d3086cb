import { expect, test } from "vitest";
import { about } from "./about";
import { clientTestimonials } from "./client-testimonials";
import { site } from "./site";
import { team } from "./team";
import { testimonials } from "./testimonials";

test("the milestones are in their years", () => {
  expect(about.milestones.items.map(({ year }) => year)).toEqual(["2015", "2018", "2020", "2023"]);
});

test("the figures are the ones that the agency stands by", () => {
  expect(
    about.impact.items.map(({ value, suffix, label }) => `${value}${suffix} ${label}`),
  ).toEqual(["50+ projects", "20+ happy clients", "10+ years", "100% satisfaction"]);
  const [, achievements] = about.cards;
  expect(achievements.text).toContain("100+ websites, 5 awards, 98% satisfaction");
});

test("four head managers are each on five networks", () => {
  expect(team).toHaveLength(4);
  expect(team.map(({ role }) => role)).toEqual(Array(4).fill("Head Manager"));
  for (const { socials } of team) {
    expect(socials.map(({ network }) => network)).toEqual([
      "facebook",
      "x",
      "instagram",
      "linkedin",
      "youtube",
    ]);
  }
  const names = site.socials.map(({ network, label }) => [network, label]);
  const [first] = team;
  const shown = first?.socials.map(({ network, label }) => [network, label]) ?? [];
  expect(Object.fromEntries(shown)).toMatchObject(Object.fromEntries(names));
  const profiles = team.flatMap(({ socials }) => socials.map(({ href }) => href));
  expect(new Set(profiles).size).toBe(20);
  expect(profiles.filter((href) => !new URL(href).hostname.endsWith(".example"))).toEqual([]);
});

test("clients rate between 4.7 and 4.9", () => {
  const ratings = clientTestimonials.map(({ rating }) => rating);
  expect(Math.min(...ratings)).toBe(4.7);
  expect(Math.max(...ratings)).toBe(4.9);
});

test("six clients speak on the home page", () => {
  expect(testimonials).toHaveLength(6);
  expect(new Set(testimonials.map(({ image }) => image.name)).size).toBe(6);
});
