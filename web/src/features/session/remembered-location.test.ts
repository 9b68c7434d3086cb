import { describe, expect, test } from "vitest";
import { destination, loginState } from "./remembered-location";

describe("destination", () => {
  test("is the dashboard without a remembered location", () => {
    expect(destination(null)).toBe("/dashboard");
    expect(destination({})).toBe("/dashboard");
  });

  test("is a remembered path of this site", () => {
    const state = loginState({
      pathname: "/dashboard/consultation/x",
      search: "?page=2",
      hash: "#a",
    });
    expect(destination(state)).toBe("/dashboard/consultation/x?page=2#a");
  });

  test.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "/\t/evil.example/",
    "\\\\evil.example",
    "javascript:alert(1)",
    "dashboard",
    "",
    7,
    { pathname: "/dashboard" },
  ])("is never another site: %j", (from) => {
    expect(destination({ from })).toBe("/dashboard");
  });
});
