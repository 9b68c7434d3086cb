import { describe, expect, test } from "vitest";
import { resources } from "../paths";
import { loadKind } from "./dashboard-routes";
import { findMissing, findRoute } from "./routes";

describe("the routes", () => {
  test.each([
    ["/about", "/about"],
    ["/about/", "/about"],
    ["/dashboard/consultation/a.b", "/dashboard/consultation/:slug"],
  ])("%s has the page of %s", (address, path) => {
    expect(findRoute(address)?.path).toBe(path);
  });

  test.each([
    ["/ABOUT", "/"],
    ["//about", "/"],
    ["/Project/bakerzbite", "/"],
    ["/project/Bakerzbite", "/project"],
    ["/project/foo.bar", "/project"],
    ["/dashboard/consultation/x/y", "/"],
  ])("%s has none, and is answered for %s", (address, under) => {
    expect(findRoute(address)).toBeUndefined();
    expect(findMissing(address)?.under).toBe(under);
  });

  test.each(resources)("the dashboard knows how to show %s", async (resource) => {
    expect((await loadKind(resource)).queries.record("abc").queryKey[0]).toBe(resource);
  });
});
