import { Fragment, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { SkipLink } from "../ui/SkipLink";
import { Spinner } from "../ui/Spinner";
import { Toasts } from "../ui/Toasts";
import { PublicLayout } from "./layout/PublicLayout";
import { NavigationEffects } from "./NavigationEffects";
import { dashboardFrame, findMissing, findRoute, slugOf } from "./routes";
import "../ui/tokens.css";
import "../ui/fonts.css";
import "../ui/base.css";

const frames = { public: PublicLayout, plain: Fragment, dashboard: dashboardFrame };

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
