import { thanks } from "../content/thanks";
import { paths, resources } from "../paths";
import { lazyPage } from "./lazy-page";
import { page } from "./pages";

/** The pages by which the server answers forms that were posted without scripts. */
export const answerRoutes = () => [
  ...resources.map((resource) => ({
    // As the server derives it, too.
    path: `/answers/${resource}`,
    page: lazyPage(async () => {
      const { thanksPage } = await import("../pages/answer/ThanksPage");
      return { default: thanksPage(thanks[resource]) };
    }),
    sources: ["src/pages/answer/ThanksPage.tsx"],
    delivery: "answer" as const,
    layout: "public" as const,
  })),
  {
    path: paths.refused,
    ...page("answer/RefusedPage"),
    delivery: "answer" as const,
    layout: "public" as const,
  },
];
