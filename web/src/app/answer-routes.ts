import { thanks } from "../content/thanks";
import { paths, resources } from "../paths";
import { type LoadedPage, page, pageWith } from "./pages";

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
      pageWith("answer/ThanksPage", () => Promise.resolve({ thanks: thanks[resource] })),
    ),
  ),
  answer(paths.refused, page("answer/RefusedPage")),
];
