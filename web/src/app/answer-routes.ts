import type { Resource } from "@rules/public.js";
import type { Thanks } from "../features/forms/thanks";
import { paths, resources } from "../paths";
import { type LoadedPage, page, pageWith } from "./pages";

const allThanks = import.meta.glob<Thanks | undefined>(
  ["../features/*/*Form.tsx", "../pages/*/*Page.tsx"],
  { import: "thanks" },
);

/** Returns the thanks of a stored form, which the file with the form exports. */
async function loadThanks(resource: Resource): Promise<Thanks> {
  const all = await Promise.all(Object.values(allThanks).map((load) => load()));
  const found = all.find((thanks) => thanks?.resource === resource);
  if (!found) throw new Error(`No form exports "thanks" with the resource "${resource}".`);
  return found;
}

const answer = (path: string, loaded: LoadedPage) => ({
  path,
  ...loaded,
  delivery: "answer" as const,
});

/** The routes of responses to forms that were posted without scripts. */
export const answerRoutes = () => [
  ...resources.map((resource) =>
    // The server derives the same address.
    answer(
      `/answers/${resource}`,
      pageWith("answer/ThanksPage", async () => ({ thanks: await loadThanks(resource) })),
    ),
  ),
  answer(paths.refused, page("answer/RefusedPage")),
];
