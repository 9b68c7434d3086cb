import { describe, expect, test } from "vitest";
import { resources } from "../paths";
import { loadKind, matchesOf } from "./routes";

describe("the routes", () => {
  test.each([
    ["/contact", "/contact"],
    ["/contact/", "/contact"],
    ["/dashboard/consultation/a.b", "/dashboard/consultation/:slug"],
  ])("%s has the page of %s", (address, path) => {
    expect(matchesOf(address).at(-1)?.path).toBe(path);
  });

  test.each([
    ["/CONTACT", "/*"],
    ["//contact", "/*"],
    ["/dashboard/consultation/x/y", "/*"],
  ])("%s has no page and is handled by %s", (address, path) => {
    expect(matchesOf(address).at(-1)).toMatchObject({ path, delivery: "missing" });
  });

  test.each(resources)("every resource has a presentation: %s", async (resource) => {
    expect((await loadKind(resource)).queries.record("abc").queryKey[0]).toBe(resource);
  });
});
