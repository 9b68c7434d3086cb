import { readFileSync } from "node:fs";
import { within } from "@testing-library/react";

/** Loads a page of the built site in place of the previous one. */
export function builtPage(path: string) {
  const file = path.endsWith(".html") ? path : `${path.replace(/\/$/, "")}/index.html`;
  const html = readFileSync(`dist${file}`, "utf8");
  // Scripts that are inserted this way do not run.
  document.documentElement.innerHTML = html;
  const { head, body } = document;
  // Without style sheets, only elements with `hidden` are hidden.
  const part = (name: "header" | "main" | "footer") => within(body.querySelector(name) ?? body);
  return { head, body, part };
}

/** Returns the elements of a page by role and name. */
export type Part = ReturnType<ReturnType<typeof builtPage>["part"]>;

/** Returns the address of a link. */
export const href = (link: Element) => link.getAttribute("href");

/** Returns the texts of elements, in order. */
export const texts = (elements: Iterable<Element | null>) =>
  Array.from(elements, (element) => element?.textContent);
