import { expect, test } from "vitest";
import { team } from "./team";

test("every profile of the team is a reserved address of its own", () => {
  const profiles = team.flatMap(({ socials }) => socials.map(({ href }) => href));
  expect(new Set(profiles).size).toBe(profiles.length);
  expect(profiles.filter((href) => !new URL(href).hostname.endsWith(".example"))).toEqual([]);
});
