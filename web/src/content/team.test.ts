import { expect, test } from "vitest";
import { team } from "./team";

test("gives every team member reserved addresses of their own", () => {
  const profiles = team.flatMap(({ socials }) => socials.map(({ href }) => href));
  expect(new Set(profiles).size).toBe(profiles.length);
  expect(profiles.filter((href) => !new URL(href).hostname.endsWith(".example"))).toEqual([]);
});
