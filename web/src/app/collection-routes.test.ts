import { expect, test } from "vitest";
import { matchesOf } from "./routes";

test.each([
  ["/Project/bakerzbite", "/*"],
  ["/project/Bakerzbite", "/project/*"],
  ["/project/foo.bar", "/project/*"],
  ["/service", "/service/*"],
])("%s is no entry of a collection and is handled by %s", (address, path) => {
  expect(matchesOf(address).at(-1)).toMatchObject({ path, delivery: "missing" });
});
