import { expect, test } from "vitest";
import { classNameOf } from "../scripts/class-names.ts";

const css = `.card { color: var(--text); } .card-title { animation: appear 1s; } @keyframes appear {}`;

test("every class and animation of a file has a name of its own", () => {
  const names = ["card", "card-title", "appear"].map((name) => classNameOf(name, "a.css", css));
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).toMatch(/^_[\w-]{6,7}$/);
});

test("the same class of another file has another name, and always the same", () => {
  expect(classNameOf("card", "a.css", css)).not.toBe(classNameOf("card", "b.css", css));
  expect(classNameOf("card", "a.css", css)).toBe(classNameOf("card", "a.css", css));
});
