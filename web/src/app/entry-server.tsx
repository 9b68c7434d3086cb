import { type ComponentType, StrictMode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import { type PageData, CollectPageData } from "../seo/page-data";
import { App } from "./App";
import type { AppRoute } from "./routes";

export { collections, problems } from "../content/check";
export { site } from "../content/site";
export { routes } from "./routes";

/** A prerendered page. */
export type RenderedPage = PageData & {
  /** The elements that React renders into the head. */
  head: string;
  /** The root element. */
  body: string;
  /** The files of the page, by their names in the build's manifest. */
  files: string[];
};

const ROOT = '<div id="root">';

const pages = import.meta.glob<ComponentType>("../pages/*/*Page.tsx", { import: "default" });

/** Renders the page of a route at an address as static HTML. */
export async function renderPage(route: AppRoute, pathname: string): Promise<RenderedPage> {
  const Page = await route.Component.preload();
  const data: PageData = {};
  const { prelude } = await prerender(
    <div id="root">
      <StrictMode>
        <CollectPageData value={(part) => Object.assign(data, part)}>
          <StaticRouter location={pathname}>
            <App />
          </StaticRouter>
        </CollectPageData>
      </StrictMode>
    </div>,
    // React would stream larger parts hidden, with an inline script to reveal them.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  const html = await new Response(prelude).text();
  const start = html.indexOf(ROOT);
  const files = [await fileOf(Page), route.content].filter((file) => file !== undefined);
  return {
    ...data,
    head: html.slice(0, start),
    body: html.slice(start),
    files: files.map((file) => file.replace("../", "src/")),
  };
}

/** Returns the file of a page. */
async function fileOf(Page: unknown): Promise<string | undefined> {
  const all = await Promise.all(
    Object.entries(pages).map(async ([file, load]) => ((await load()) === Page ? [file] : [])),
  );
  return all.flat()[0];
}
