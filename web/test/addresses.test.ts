import { expect, test } from "vitest";
import { assertNoDeadLinks, assertUniquePaths } from "../scripts/addresses.mjs";
import { routes } from "~/app/routes";

const links = (body: string) => () => assertNoDeadLinks([{ path: "/contact", body }], routes);

test("accepts unique addresses", () => {
  expect(() => assertUniquePaths(routes)).not.toThrow();
});

test("names an address of two pages", () => {
  expect(() => assertUniquePaths([...routes, { path: "/contact" }])).toThrow(
    "The address /contact is given to two pages.",
  );
});

test("names a dead link", () => {
  expect(links('<a class="x" href="/project/atlantis">Atlantis</a>')).toThrow(
    "The page /contact links to /project/atlantis, which is no page.",
  );
  expect(links('<form action="/careers/apply/king">')).toThrow("/careers/apply/king");
});

test.each(["/contact?page=2", "/contact#top", "#main", "https://other.example/nowhere", "/"])(
  "accepts a link to %s",
  (address) => {
    expect(links(`<a href="${address}">There</a>`)).not.toThrow();
  },
);
