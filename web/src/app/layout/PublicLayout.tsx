import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { Main } from "../../ui/layout/Main";
import { Footer } from "./Footer";
import { Header } from "./Header";

/** The frame of all public pages. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <Header />
      <Main>
        <ErrorBoundary of={pathname}>{children}</ErrorBoundary>
      </Main>
      <Footer />
    </>
  );
}
