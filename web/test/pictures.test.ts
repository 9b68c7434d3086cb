import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import cards from "../pictures/cards.json";
import type { Modules, Source } from "../pictures/source";
import { fingerprint } from "../scripts/pictures/fingerprint.mjs";
import { formats, type Picture, pictureUrl } from "../src/content/pictures/picture";

const lists = Object.values(
  import.meta.glob<{ pictures?: Modules; cards?: Source[] }>("../pictures/lists/*.ts", {
    eager: true,
  }),
);
const modules = import.meta.glob<Record<string, Picture>>("../src/content/pictures/*.ts", {
  eager: true,
});
const sources = lists.flatMap(({ pictures = {} }) =>
  Object.entries(pictures).flatMap(([module, list]) =>
    list.map((source) => ({ module, source, name: source.name })),
  ),
);
const shared = lists.flatMap((list) => list.cards ?? []);
const folder = join(import.meta.dirname, "../public");

test.each(sources)("$name is made of what its list and folder say", ({ module, source }) => {
  const pictures = Object.values(modules[`../src/content/pictures/${module}.ts`] ?? {});
  const picture = pictures.find(({ name }) => name === source.name);
  expect(picture?.hash, "run make pictures").toBe(fingerprint(source));
});

test.each(shared)("the card $name is made of what its list and folder say", (source) => {
  const made: Record<string, string> = cards;
  expect(made[source.name], "run make pictures").toBe(fingerprint(source));
  expect(existsSync(join(folder, "og", `${source.name}.jpg`))).toBe(true);
});

test("every copy of a picture is there, and nothing else", () => {
  const wanted = Object.entries(modules)
    .filter(([path]) => !path.endsWith("/picture.ts"))
    .flatMap(([, module]) => Object.values(module))
    .flatMap((picture) =>
      formats.flatMap((format) =>
        picture.widths.map((width) => pictureUrl(picture, width, format)),
      ),
    );
  const there = readdirSync(join(folder, "assets/pictures")).map(
    (name) => `/assets/pictures/${name}`,
  );
  expect(there.toSorted()).toEqual(wanted.toSorted());
});
