import { readFileSync } from "node:fs";
import { within } from "@testing-library/react";

/** A page of the built site, as it is sent. It takes the place of the one before. */
export function builtPage(path: string) {
  const html = readFileSync(`dist${path}${path.endsWith("/") ? "" : "/"}index.html`, "utf8");
  // Scripts that come in this way do not run.
  document.documentElement.innerHTML = html;
  const { head, body } = document;
  // Without style sheets nothing is hidden but what says so itself.
  const part = (name: "header" | "main" | "footer") => within(body.querySelector(name) ?? body);
  return { head, body, part };
}

/** The parts of a page by what they are called. */
export type Part = ReturnType<ReturnType<typeof builtPage>["part"]>;

/** The address of a link. */
export const href = (link: Element) => link.getAttribute("href");

/** The texts of elements, in their order. */
export const texts = (elements: Iterable<Element | null>) =>
  Array.from(elements, (element) => element?.textContent);
