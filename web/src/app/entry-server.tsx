import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "../router";
import { App } from "./App";
import { preloadPage } from "./preload";

export { collections, problems } from "../content/check";
export { site } from "../content/site";
export { routes } from "./routes";

/** Renders the page at an address as static HTML. */
export async function renderPage(pathname: string): Promise<string> {
  await preloadPage(pathname);
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={pathname}>
        <App />
      </StaticRouter>
    </StrictMode>,
    // React would stream larger parts hidden, with an inline script to reveal them.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  return new Response(prelude).text();
}
