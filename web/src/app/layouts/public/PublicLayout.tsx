import { useLocation } from "react-router-dom";
import { ErrorBoundary } from "~/ui/ErrorBoundary";
import { Main } from "~/ui/Main";
import { retryFailedPages } from "~/app/lazy-page";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { PageOutlet } from "../PageOutlet";

/** The frame of all public pages. */
export function PublicLayout() {
  const { pathname } = useLocation();
  return (
    <>
      <Header />
      <Main>
        <ErrorBoundary resetKey={pathname} onReset={retryFailedPages} reloads>
          <PageOutlet />
        </ErrorBoundary>
      </Main>
      <Footer />
    </>
  );
}
