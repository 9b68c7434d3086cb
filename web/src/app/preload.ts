import { dashboardLayout, findMissing, findRoute } from "./routes";

/** Loads the chunks of the page at an address. */
export async function preloadPage(pathname: string): Promise<void> {
  const route = findRoute(pathname);
  const frame = route?.layout === "dashboard" ? dashboardLayout.preload() : undefined;
  await Promise.all([(route ?? findMissing(pathname)).page.preload(), frame]);
}
