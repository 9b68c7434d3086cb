import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./App";
import { preloadPage } from "./preload";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element.");

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

if (root.firstElementChild) {
  // Hydration must find the page that it is to take over.
  await preloadPage(location.pathname);
  hydrateRoot(root, app);
} else {
  createRoot(root).render(app);
}
