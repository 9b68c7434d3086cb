import { expect, test } from "vitest";
import { assertNoDeadLinks, assertUniquePaths } from "../scripts/addresses.mjs";
import { routes } from "../src/app/routes";

const links = (body: string) => () => assertNoDeadLinks([{ path: "/about", body }], routes);

test("every address is given to one page", () => {
  expect(() => assertUniquePaths(routes)).not.toThrow();
});

test("an address that is given to two pages is named", () => {
  expect(() => assertUniquePaths([...routes, { path: "/service/web-apps" }])).toThrow(
    "The address /service/web-apps is given to two pages.",
  );
});

test("a link that leads nowhere is named", () => {
  expect(links('<a class="x" href="/project/atlantis">Atlantis</a>')).toThrow(
    "The page /about links to /project/atlantis, which is no page.",
  );
  expect(links('<form action="/careers/apply/king">')).toThrow("/careers/apply/king");
});

test.each(["/project?page=2", "/faq#top", "#main", "https://other.example/nowhere", "/contact"])(
  "a link to %s is none",
  (address) => {
    expect(links(`<a href="${address}">There</a>`)).not.toThrow();
  },
);
