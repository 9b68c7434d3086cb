import { matchPath } from "react-router-dom";
import { dashboardFrame, notFound, routes } from "./routes";

/** Loads the chunks of the page at an address. */
export async function preloadPage(pathname: string): Promise<void> {
  const route = routes.find(({ path }) => matchPath(path, pathname));
  const frame = route?.layout === "dashboard" ? dashboardFrame.preload() : undefined;
  await Promise.all([(route ?? notFound).page.preload(), frame]);
}
