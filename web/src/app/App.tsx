import { Fragment, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { SkipLink } from "../ui/layout/SkipLink";
import { Spinner } from "../ui/Spinner";
import { Toasts } from "../ui/toast/Toasts";
import { PublicLayout } from "./layout/PublicLayout";
import { NavigationEffects } from "./NavigationEffects";
import { dashboardLayout, findMissing, findRoute, slugOf } from "./routes";
import "../ui/styles/tokens.css";
import "../ui/styles/fonts.css";
import "../ui/styles/base.css";

const frames = { public: PublicLayout, plain: Fragment, dashboard: dashboardLayout };

/** The whole site, inside whatever router surrounds it. */
export function App() {
  const { pathname } = useLocation();
  const route = findRoute(pathname);
  const Frame = frames[route?.layout ?? "public"];
  const Page = (route ?? findMissing(pathname)).page;
  // Has something to ask, which may fail.
  const talksToServer = route?.delivery === "shell";
  return (
    <>
      <SkipLink />
      <NavigationEffects />
      <ErrorBoundary of={pathname}>
        <Suspense fallback={<Spinner />}>
          <Frame>
            <Page slug={slugOf(pathname)} />
          </Frame>
        </Suspense>
      </ErrorBoundary>
      <Toasts soon={talksToServer} />
    </>
  );
}
