import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot, type RootOptions } from "react-dom/client";
import { BrowserRouter, matchPath } from "react-router-dom";
import { reportClientError, reportUncaughtErrors } from "../api/client-errors";
import { paths } from "../paths";
import { noteFirstAddress } from "../state/first-address";
import { applyScheme } from "../ui/scheme/color-scheme";
import { App } from "./App";
import { rememberControls } from "./carry-over-input";
import { preloadPage } from "./routes";
import { preloadOnIntent } from "./preload-on-intent";
import { forgetReload, reloadOnChunkError, watchLeaving } from "./reload-on-chunk-error";
import { markHydrated } from "./hydrated";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element.");

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

noteFirstAddress();
reportUncaughtErrors();
const options: RootOptions = {
  onCaughtError(error, { componentStack }) {
    console.error(error, componentStack);
    reportClientError(error);
  },
};

function hydrate(container: HTMLElement) {
  const carryOverInput = rememberControls(container);
  // In slices, so that a slow phone answers in between.
  startTransition(() => {
    hydrateRoot(container, app, {
      ...options,
      // Others, such as password managers, have changed the page, so React has rendered it again.
      onRecoverableError(error) {
        carryOverInput();
        // oxlint-disable-next-line no-console -- no error for visitors, but one for our tests
        console.info("Rendered again:", error);
      },
    });
  });
}

watchLeaving();
if (root.firstElementChild) {
  // Hydration needs the page's chunk. If it cannot be loaded, a page with a form stays as it is: the
  // form can be sent, and a reload would lose what was typed. Others are replaced by their new version.
  preloadPage(location.pathname)
    .then(
      () => (forgetReload(), hydrate(root)),
      (cause) => {
        if (root.querySelector("form")) throw cause;
        return reloadOnChunkError(cause);
      },
    )
    .catch(console.error);
} else {
  // The scheme that was chosen in the dashboard, before the first paint.
  if (
    [paths.dashboard, paths.login].some((path) =>
      matchPath({ path, end: false }, location.pathname),
    )
  )
    applyScheme();
  // The frame checks the session first, so the page in it is loaded at the same time. A failure
  // here is retried on render.
  preloadPage(location.pathname).catch(() => undefined);
  // Remove what is shown until scripts run.
  for (const part of document.querySelectorAll("[data-shell]")) part.remove();
  createRoot(root, options).render(app);
  markHydrated();
}

preloadOnIntent();
