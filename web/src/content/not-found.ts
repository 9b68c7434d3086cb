import { paths } from "../paths";
import { common } from "./common";

/** Copy of the pages for addresses that do not exist. */
export const notFound = {
  page: {
    heading: "Page not found.",
    text: "The address may have changed, or the link was mistyped.",
    next: { to: paths.home, label: common.goHome },
  },
  project: {
    heading: "Project not found",
    text: "It may have moved. All of our work is in the portfolio.",
    next: { to: paths.projects, label: common.allProjects },
  },
  service: {
    heading: "Service not found",
    text: "It may have moved. The home page lists all our services.",
    next: { to: paths.home, label: common.goHome },
  },
} as const;
