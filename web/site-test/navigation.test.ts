import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { services } from "~/content/services";
import { builtPage, href, texts } from "./built-page";

const home = builtPage("/");
const hidden = true;

test("bar and contact strip have the documented links", () => {
  const [bar] = within(home.body).getAllByRole("navigation", { name: "Main", hidden });
  expect(bar).toBeDefined();
  for (const [name, address] of Object.entries({
    Home: "/",
    "Our Works": "/project",
    "About Us": "/about",
    "We Are Hiring": "/careers",
    "Hire Us": "/hireus",
    FAQ: "/faq",
  })) {
    const link = within(bar as HTMLElement).getByRole("link", { name, hidden });
    expect(href(link)).toBe(address);
  }
  expect(Array.from(bar?.querySelectorAll("ul a") ?? [], href)).toEqual(
    services.map(({ slug }) => `/service/${slug}`),
  );
  const [contact] = home.part("header").getAllByRole("link", { name: "Contact Us", hidden });
  expect(contact && href(contact)).toBe("/contact");
  const strip = within(home.body).getByRole("complementary", { name: "Contact details", hidden });
  expect(strip.querySelectorAll("a[href^='tel:'], a[href^='mailto:']")).toHaveLength(2);
  const map = within(strip).getByRole("link", { name: /map/, hidden });
  expect(map.getAttribute("target")).toBe("_blank");
  expect(Array.from(strip.querySelectorAll("ul")).at(-1)?.querySelectorAll("a")).toHaveLength(5);
});

test("footer has the documented content", () => {
  const footer = home.part("footer");
  const links = (name: string) =>
    within(footer.getByRole("navigation", { name, hidden })).getAllByRole("link", { hidden });
  expect(texts(links("Our Services"))).toEqual(services.map(({ name }) => name));
  expect(links("Our Services").map(href)).toEqual(services.map(({ slug }) => `/service/${slug}`));
  expect(texts(links("Company"))).toEqual([
    "Our Works",
    "About Us",
    "FAQ's",
    "Hire Us",
    "We Are Hiring",
  ]);
  footer.getByRole("heading", { name: "Find Us", hidden });
  footer.getByText(/Richmond, Texas/);
  expect(href(footer.getByRole("link", { name: "Contact Us", hidden }))).toBe("/contact");
  footer.getByText(/© 2024/);
  expect(footer.getByText(/Privacy Policy/).closest("a")).toBeNull();
  expect(footer.getAllByRole("link", { name: /opens in a new tab/, hidden })).toHaveLength(5);
});

test("page of unknown addresses links to the home page", () => {
  const main = builtPage("/404.html").part("main");
  main.getByRole("heading", { name: "Page not found.", hidden });
  expect(href(main.getByRole("link", { name: "Go home", hidden }))).toBe("/");
});
