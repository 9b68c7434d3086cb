import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryClient } from "../../api/query-client";
import { site } from "../../content/site";
import { PasswordGate } from "../../features/account/PasswordGate";
import { FailingTasks } from "../../features/dashboard/FailingTasks";
import { MailLine } from "../../features/dashboard/MailLine";
import { Sidebar } from "../../features/dashboard/Sidebar";
import { TopBar } from "../../features/dashboard/TopBar";
import { WaitingDeletions } from "../../features/dashboard/WaitingDeletions";
import { ConnectionLine } from "../../features/session/ConnectionLine";
import { CurrentUser } from "../../features/session/CurrentUser";
import { RequireSession } from "../../features/session/RequireSession";
import { useSignOut } from "../../features/session/useSignOut";
import { SearchBox } from "../../features/submissions/list/search/SearchBox";
import { SearchProvider } from "../../features/submissions/list/search/SearchProvider";
import { StaffRulesGate } from "../../features/submissions/StaffRulesGate";
import { Main } from "../../ui/layout/Main";
import { Seo } from "../../seo/Seo";
import styles from "./DashboardLayout.module.css";

/** The frame of all dashboard pages, for signed-in users only. */
export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Seo title={`Dashboard | ${site.name}`} />
      <RequireSession>
        <StaffRulesGate>
          <Frame>{children}</Frame>
        </StaffRulesGate>
      </RequireSession>
    </QueryClientProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const signOut = useSignOut();
  return (
    <SearchProvider>
      <div className={styles.frame}>
        <Sidebar onLogout={() => void signOut()} />
        <div className={styles.column}>
          <TopBar search={<SearchBox />} user={<CurrentUser />} />
          <Main className={styles.main}>
            <ConnectionLine />
            <PasswordGate>
              <FailingTasks />
              <MailLine />
              <WaitingDeletions />
              {children}
            </PasswordGate>
          </Main>
        </div>
      </div>
    </SearchProvider>
  );
}
