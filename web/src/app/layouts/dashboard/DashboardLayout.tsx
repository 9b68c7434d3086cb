import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";
import { queryClient } from "~/api/query-client";
import { PasswordGate } from "~/features/account/PasswordGate";
import { OperatorBanners } from "./OperatorBanners";
import { Sidebar } from "./Sidebar";
import { TopBar } from "./TopBar";
import { ConnectionBanner } from "~/features/session/ConnectionBanner";
import { CurrentUser } from "~/features/session/CurrentUser";
import { RequireSession } from "~/features/session/RequireSession";
import { useSignOut } from "~/features/session/useSignOut";
import { SearchBox } from "~/features/submissions/list/search/SearchBox";
import { SearchProvider } from "~/features/submissions/list/search/SearchProvider";
import { StaffRulesGate } from "~/features/session/StaffRulesGate";
import { hasWebAssembly, WebAssemblyNotice } from "~/features/session/WebAssemblyNotice";
import { Main } from "~/ui/Main";
import { DashboardTitleProvider } from "~/seo/DashboardTitle";
import { ErrorBoundary } from "~/ui/ErrorBoundary";
import { followScheme } from "~/ui/scheme/color-scheme";
import { useToasts } from "~/ui/toast/Toasts";
import { retryFailedPages } from "~/app/lazy-page";
import styles from "./DashboardLayout.module.css";
import { PageOutlet } from "../PageOutlet";

/** The frame of all dashboard pages. Signed-in users only. */
export default function DashboardLayout() {
  useLayoutEffect(followScheme, []);
  useToasts();
  if (!hasWebAssembly())
    return (
      <Main className={styles.main}>
        <WebAssemblyNotice />
      </Main>
    );
  return (
    <QueryClientProvider client={queryClient}>
      <DashboardTitleProvider>
        <RequireSession>
          <StaffRulesGate frame={inFrame}>
            <SearchProvider>
              <Frame search={<SearchBox />}>
                <ConnectionBanner />
                <View />
              </Frame>
            </SearchProvider>
          </StaffRulesGate>
        </RequireSession>
      </DashboardTitleProvider>
    </QueryClientProvider>
  );
}

type FrameProps = { search?: ReactNode; children: ReactNode };

/** The navigation and the bar around a view. They need no rules. */
function Frame({ search, children }: FrameProps) {
  const signOut = useSignOut();
  return (
    <div className={styles.frame}>
      <Sidebar onLogout={() => void signOut()} />
      <div className={styles.column}>
        <TopBar search={search} user={<CurrentUser />} />
        <Main className={styles.main}>{children}</Main>
      </div>
    </div>
  );
}

const inFrame = (content: ReactNode) => <Frame>{content}</Frame>;

const FAILED = { title: "Something went wrong here." };

function View() {
  const { pathname, search } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname + search} words={FAILED} onReset={retryFailedPages}>
      <PasswordGate>
        <OperatorBanners />
        <PageOutlet />
      </PasswordGate>
    </ErrorBoundary>
  );
}
