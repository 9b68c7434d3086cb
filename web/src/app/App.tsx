import { Suspense } from "react";
import { useLocation, useRoutes } from "react-router-dom";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { SkipLink } from "../ui/Main";
import { Spinner } from "../ui/Spinner";
import { ToastProvider } from "../ui/toast/Toasts";
import { retryFailedPages } from "./lazy-page";
import { routeTree } from "./routes";
import "../ui/styles/tokens.css";
import "../ui/styles/fonts.css";
import "../ui/styles/base.css";

/** The whole site, without a router. */
export function App() {
  const { pathname } = useLocation();
  const page = useRoutes(routeTree);
  return (
    <ToastProvider>
      <SkipLink />
      <ErrorBoundary resetKey={pathname} onReset={retryFailedPages} reloads>
        <Suspense fallback={<Spinner />}>{page}</Suspense>
      </ErrorBoundary>
    </ToastProvider>
  );
}
