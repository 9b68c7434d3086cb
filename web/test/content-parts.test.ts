import { expect, test } from "vitest";
import { extractExport } from "../scripts/content-parts";

const entry = `
import icon from "./icon.svg?raw";
import cover from "./cover.webp?picture";
import screen from "./screen.webp?picture";
const order = 10;
export const card = { order, image: cover };
export const teaser = { icon };
export default { picture: screen };`;

test("reduces an entry to one export and its dependencies", () => {
  expect(extractExport(entry, "card").split("\n")).toEqual([
    'import cover from "./cover.webp?picture";',
    "const order = 10;",
    "export const card = { order, image: cover };",
  ]);
  expect(extractExport(entry, "teaser").split("\n")).toEqual([
    'import icon from "./icon.svg?raw";',
    "export const teaser = { icon };",
  ]);
});
