import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";
import { queryClient } from "~/api/query-client";
import { PasswordGate } from "~/features/account/PasswordGate";
import { FailingTasks } from "~/features/dashboard/FailingTasks";
import { MailBanner } from "~/features/dashboard/MailBanner";
import { Sidebar } from "~/features/dashboard/Sidebar";
import { TopBar } from "~/features/dashboard/TopBar";
import { WaitingDeletions } from "~/features/dashboard/WaitingDeletions";
import { WebhookBanner } from "~/features/dashboard/WebhookBanner";
import { ConnectionBanner } from "~/features/session/ConnectionBanner";
import { CurrentUser } from "~/features/session/CurrentUser";
import { RequireSession } from "~/features/session/RequireSession";
import { useSignOut } from "~/features/session/useSignOut";
import { SearchBox } from "~/features/submissions/list/search/SearchBox";
import { SearchProvider } from "~/features/submissions/list/search/SearchProvider";
import { StaffRulesGate } from "~/features/submissions/StaffRulesGate";
import { Main } from "~/ui/layout/Main";
import { DashboardTitleProvider } from "~/site/DashboardTitle";
import { ErrorBoundary } from "~/ui/ErrorBoundary";
import { followScheme } from "~/ui/scheme/color-scheme";
import { preloadToasts } from "~/ui/toast/toast";
import { retryFailedPages } from "../lazy-page";
import styles from "./DashboardLayout.module.css";
import { PageOutlet } from "./PageOutlet";

/** The frame of all dashboard pages. Signed-in users only. */
export default function DashboardLayout() {
  useLayoutEffect(followScheme, []);
  return (
    <QueryClientProvider client={queryClient}>
      <DashboardTitleProvider>
        <RequireSession>
          <StaffRulesGate>
            <Frame />
          </StaffRulesGate>
        </RequireSession>
      </DashboardTitleProvider>
    </QueryClientProvider>
  );
}

const FAILED = { title: "Something went wrong here." };

function Frame() {
  const signOut = useSignOut();
  const { pathname, search } = useLocation();
  useEffect(preloadToasts, []);
  return (
    <SearchProvider>
      <div className={styles.frame}>
        <Sidebar onLogout={() => void signOut()} />
        <div className={styles.column}>
          <TopBar search={<SearchBox />} user={<CurrentUser />} />
          <Main className={styles.main}>
            <ConnectionBanner />
            <ErrorBoundary resetKey={pathname + search} words={FAILED} onReset={retryFailedPages}>
              <PasswordGate>
                <FailingTasks />
                <MailBanner />
                <WebhookBanner />
                <WaitingDeletions />
                <PageOutlet />
              </PasswordGate>
            </ErrorBoundary>
          </Main>
        </div>
      </div>
    </SearchProvider>
  );
}
