import { Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { SkipLink } from "../ui/SkipLink";
import { Spinner } from "../ui/Spinner";
import { Toasts } from "../ui/Toasts";
import { PublicLayout } from "./layout/PublicLayout";
import { NavigationEffects } from "./NavigationEffects";
import { type AppRoute, dashboardFrame, notFound, routes } from "./routes";
import "../ui/tokens.css";
import "../ui/fonts.css";
import "../ui/base.css";

/** The whole site, inside whatever router surrounds it. */
export function App() {
  const DashboardFrame = dashboardFrame;
  const NotFound = notFound.page;
  return (
    <>
      <SkipLink />
      <NavigationEffects />
      <ErrorBoundary>
        <Suspense fallback={<Spinner />}>
          <Routes>
            <Route element={<PublicLayout />}>
              {withLayout("public").map(toRoute)}
              <Route path="*" element={<NotFound />} />
            </Route>
            {withLayout("plain").map(toRoute)}
            <Route element={<DashboardFrame />}>{withLayout("dashboard").map(toRoute)}</Route>
          </Routes>
        </Suspense>
      </ErrorBoundary>
      <Toasts />
    </>
  );
}

function withLayout(layout: AppRoute["layout"]) {
  return routes.filter((route) => route.layout === layout);
}

function toRoute({ path, page: Page }: AppRoute) {
  return <Route key={path} path={path} element={<Page />} />;
}
