import { expect, test } from "vitest";
import { builtPage, href } from "./built-page";

const { body, part } = builtPage("/");
const main = part("main");

test("home page has its sections in order", () => {
  const sections = body.querySelectorAll("main section:not(section section)");
  const names = Array.from(sections, (section) => {
    const id = section.getAttribute("aria-labelledby");
    return section.getAttribute("aria-label") ?? body.querySelector(`[id="${id}"]`)?.textContent;
  });
  expect(names).toEqual([
    "Software worth keeping.",
    "Brazoswright",
    "Our Service",
    "Work that earns its keep",
    "The past twelve months",
    "What clients say",
    "Frequently asked questions",
    "See what we have built, or tell us what you need.",
  ]);
});

test("home page has the documented figures and links", () => {
  const words = body.querySelector("main")?.textContent;
  for (const text of [
    "27+ satisfied client websites",
    "20+ clients in 10+ countries",
    "2 weeks average delivery time",
    "17+ websites delivered",
    "98% client satisfaction",
  ]) {
    expect(words).toContain(text);
  }
  for (const [name, address] of Object.entries({
    "Get a Free Estimate": "/contact",
    "More About Us": "/about",
    "Check More Of Our Projects Here !!": "/project",
    "Let's Connect": "/contact",
    "View Our Works": "/project",
  })) {
    expect(href(main.getByRole("link", { name: new RegExp(`^${name}`), hidden: true }))).toBe(
      address,
    );
  }
  expect(body.querySelectorAll("main details")).toHaveLength(5);
  const calls = main.getAllByRole("link", { name: /^Schedule A Call/, hidden: true });
  expect(calls.map((link) => link.getAttribute("target"))).toEqual(["_blank", "_blank"]);
  const works = Array.from(body.querySelectorAll("section")).find(({ textContent }) =>
    textContent.includes("Work that earns its keep"),
  );
  const links = Array.from(works?.querySelectorAll("ul a") ?? [], href);
  expect(links).toEqual(
    ["allseek-search", "ecommerce", "travel-budget", "events", "devcraft-blog"].map(
      (slug) => `/project/${slug}`,
    ),
  );
});
