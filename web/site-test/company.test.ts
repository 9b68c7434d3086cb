import { within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { jobs } from "~/content/jobs";
import { services } from "~/content/services";
import { builtPage, href, texts, type Part } from "./built-page";

const hidden = true;
const heading = (part: Part, name: string) => part.getByRole("heading", { name, hidden });
const link = (part: Part, name: string | RegExp) => part.getByRole("link", { name, hidden });

describe("service", () => {
  test.each(services.map(({ slug }) => slug))("%s has all sections", (slug) => {
    const { body, part } = builtPage(`/service/${slug}`);
    const main = part("main");
    expect(href(link(main, "Request A free Estimate"))).toBe("/contact");
    expect(body.querySelectorAll("main img:not([alt=''])")).toHaveLength(4);
    main.getByRole("region", { name: "Overview", hidden });
    const benefits = main.getByRole("region", { name: "What you get", hidden });
    expect(benefits.querySelectorAll("li")).toHaveLength(5);
    expect(body.querySelectorAll("main blockquote")).toHaveLength(1);
    expect(body.querySelectorAll("main details")).toHaveLength(2);
    main.getByRole("complementary", { name: "Not sure what you need?", hidden });
  });

  test.each([
    ["web-apps", "website-applications"],
    ["mobile-apps", "mobile-application"],
  ])("%s is the same page as %s", (alias, slug) => {
    const said = [alias, slug].map((name) => {
      const { head, body } = builtPage(`/service/${name}`);
      const canonical = head.querySelector("link[rel=canonical]");
      expect(canonical && href(canonical)).toMatch(new RegExp(`/service/${slug}$`));
      return texts([head.querySelector("title"), body.querySelector("main")]);
    });
    expect(said[0]).toEqual(said[1]);
  });
});

test("shows questions next to a link to ask more", () => {
  const box = within(builtPage("/faq").body).getByRole("complementary", {
    name: "Get in Touch",
    hidden,
  });
  expect(href(within(box).getByRole("link", { name: /@/, hidden }))).toMatch(/^mailto:/);
  expect(href(within(box).getByRole("link", { name: /555-01/, hidden }))).toMatch(/^tel:/);
});

test("about page has its sections and links to the form", () => {
  const main = builtPage("/about").part("main");
  for (const name of [
    "Our Story",
    "Our Milestones",
    "Our Mission",
    "Our Achievements",
    "Our Collaboration",
    "Meet Our Team",
    "Our Impact",
  ]) {
    heading(main, name);
  }
  for (const name of ["Connect With Us", "Discover Our Work"]) {
    expect(href(link(main, name))).toBe("/contact");
  }
  const team = within(main.getByRole("region", { name: "Meet Our Team", hidden }));
  expect(team.getAllByText("Head Manager")).toHaveLength(4);
  const profiles = team.getAllByRole("link", { name: /opens in a new tab/, hidden });
  expect(profiles).toHaveLength(20);
  for (const profile of profiles) {
    expect(profile.getAttribute("target")).toBe("_blank");
    expect(profile.getAttribute("rel")).toMatch(/noopener|noreferrer/);
  }
});

test("hire-us page links to the form", () => {
  const { body, part } = builtPage("/hireus");
  const main = part("main");
  for (const name of ["Tell Us Your Needs", "Meet Your Experts", "Launch Your Project"]) {
    heading(main, name);
  }
  const quoted = body.querySelectorAll("main figure:has(blockquote)");
  expect(quoted).toHaveLength(2);
  expect(href(link(main, "Get Started"))).toBe("/contact");
});

test("contact panel lists every way to contact the agency", () => {
  const panel = builtPage("/contact").part("main").getByRole("region", {
    name: "Get In Touch",
    hidden,
  });
  const call = within(panel).getByRole("link", { name: /^Schedule A Call.*opens in a new tab/ });
  expect(call.getAttribute("target")).toBe("_blank");
  expect(panel.querySelectorAll("a[href^='mailto:']")).toHaveLength(2);
  expect(panel.querySelectorAll("a[href^='tel:']")).toHaveLength(2);
  expect(texts(panel.querySelectorAll("*")).join()).toContain("Richmond, Texas");
  expect(panel.querySelectorAll("li")).toHaveLength(5);
});

test.each<readonly [string, readonly string[]]>([
  ["/about", ["ProfessionalService"]],
  ["/service/website", ["Service", "BreadcrumbList", "FAQPage"]],
  ["/faq", ["FAQPage"]],
  ["/careers", ["ItemList"]],
  ["/hireus", ["Service", "BreadcrumbList"]],
  ...jobs.map(({ slug }) => [`/careers/apply/${slug}`, ["JobPosting"]] as const),
])("structured data of %s", (path, kinds) => {
  const { head, body } = builtPage(path);
  const found = [head, body].flatMap((part) =>
    Array.from(part.querySelectorAll("script[type='application/ld+json']")),
  );
  expect(found.map(({ textContent }) => JSON.parse(textContent ?? "")["@type"])).toEqual(kinds);
});

test("about page has keywords", () => {
  const words = builtPage("/about").head.querySelector("meta[name=keywords]");
  expect(words?.getAttribute("content")?.length).toBeGreaterThanOrEqual(20);
});
