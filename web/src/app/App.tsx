import { Suspense } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { SkipLink } from "../ui/SkipLink";
import { Spinner } from "../ui/Spinner";
import { Toasts } from "../ui/Toasts";
import { PublicLayout } from "./layout/PublicLayout";
import { NavigationEffects } from "./NavigationEffects";
import { type AppRoute, below, dashboardFrame, findRoute, missing, reachable } from "./routes";
import "../ui/tokens.css";
import "../ui/fonts.css";
import "../ui/base.css";

/** The whole site, inside whatever router surrounds it. */
export function App() {
  const { pathname } = useLocation();
  const DashboardFrame = dashboardFrame;
  return (
    <>
      <SkipLink />
      <NavigationEffects />
      <ErrorBoundary of={pathname}>
        <Suspense fallback={<Spinner />}>
          <Routes>
            <Route element={<PublicLayout />}>
              {withLayout("public").map(toRoute)}
              {missing.map(({ under, page: Missing }) => (
                <Route key={under} path={below(under)} caseSensitive element={<Missing />} />
              ))}
            </Route>
            {withLayout("plain").map(toRoute)}
            <Route element={<DashboardFrame />}>{withLayout("dashboard").map(toRoute)}</Route>
          </Routes>
        </Suspense>
      </ErrorBoundary>
      <Toasts soon={talksToServer(pathname)} />
    </>
  );
}

/** Whether the page at an address has something to send or to ask, which may fail. */
function talksToServer(pathname: string): boolean {
  const route = findRoute(pathname);
  return Boolean(route?.rules) || route?.delivery === "shell";
}

function withLayout(layout: AppRoute["layout"]) {
  return reachable.filter((route) => route.layout === layout);
}

function toRoute({ path, page: Page }: AppRoute) {
  return <Route key={path} path={path} caseSensitive element={<Page />} />;
}
