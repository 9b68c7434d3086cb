import type { LazyPage } from "./lazy-page";
import { matchesOf } from "./routes";

/** Preloads the chunks of the page at an address and of its layout. */
export async function preloadPage(pathname: string): Promise<void> {
  const components = matchesOf(pathname).map(({ Component }) => Component as Partial<LazyPage>);
  await Promise.all(components.map((component) => component.preload?.()));
}
