import { matchPath } from "react-router-dom";
import { below, dashboardFrame, findRoute, missing } from "./routes";

/** Loads the chunks of the page at an address. */
export async function preloadPage(pathname: string): Promise<void> {
  const route = findRoute(pathname);
  const fallback = missing.find(({ under }) => matchPath(below(under), pathname));
  const frame = route?.layout === "dashboard" ? dashboardFrame.preload() : undefined;
  await Promise.all([(route ?? fallback)?.page.preload(), frame]);
}
