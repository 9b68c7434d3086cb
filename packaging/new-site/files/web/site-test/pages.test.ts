import { expect, test } from "vitest";
import { builtPage, href } from "./built-page";

test("home page leads to the form", () => {
  const main = builtPage("/").part("main");
  const link = main.getByRole("link", { name: "Get a Free Estimate", hidden: true });
  expect(href(link)).toBe("/contact");
});

test("contact page posts its form to the server", () => {
  const { body } = builtPage("/contact");
  const form = body.querySelector("main form");
  expect(form?.getAttribute("action")).toBe("/api/consultations/create/");
});
