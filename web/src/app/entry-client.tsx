import { StrictMode } from "react";
import { createRoot, hydrateRoot, type RootOptions } from "react-dom/client";
import { reportClientError, reportUncaughtErrors } from "../api/client-errors";
import { BrowserRouter } from "../router";
import { paths } from "../paths";
import { applyScheme } from "../ui/scheme/color-scheme";
import { App } from "./App";
import { preloadPage } from "./preload";
import { preloadOnIntent } from "./preload-on-intent";
import { reloadOnChunkError, forgetReload } from "./reload-on-chunk-error";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element.");

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

reportUncaughtErrors();
const options: RootOptions = {
  onCaughtError(error, { componentStack }) {
    console.error(error, componentStack);
    reportClientError(error);
  },
};

if (root.firstElementChild) {
  // Hydration must find the page that it is to take over. Where it is not to be had, the page stays as
  // it came: it can be read, and its forms can be sent.
  preloadPage(location.pathname)
    .then(
      () => (forgetReload(), hydrateRoot(root, app, options)),
      (cause) => reloadOnChunkError(cause),
    )
    .catch(console.error);
} else {
  // Before the first paint. Public pages are always light.
  if ([paths.dashboard, paths.login].some((path) => location.pathname.startsWith(path)))
    applyScheme();
  // The frame asks for the session first: the page in it loads at the same time. What fails here is retried when it is shown.
  preloadPage(location.pathname).catch(() => undefined);
  // That of the empty page; whatever page it becomes has its own.
  document.querySelector("title[data-shell]")?.remove();
  createRoot(root, options).render(app);
}

preloadOnIntent();

// Pictures that nobody has scrolled to are to be on the paper, too.
addEventListener("beforeprint", () => {
  for (const picture of document.images) picture.loading = "eager";
});
