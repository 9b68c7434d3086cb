import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { queryClient } from "../../api/query-client";
import { onSignedOutElsewhere } from "../../api/other-tabs";
import { site } from "../../content/site";
import { SignOutButton } from "../../features/session/SignOutButton";
import { StaffRulesGate } from "../../features/submissions/StaffRulesGate";
import { classNames } from "../../ui/styles/class-names";
import layout from "../../ui/layout/layout.module.css";
import { Seo } from "../../seo/Seo";
import { preloadToasts } from "../../ui/toast/toast";
import styles from "./PublicRecordLayout.module.css";

/**
 * Holds a record outside the dashboard, where nobody asks who the visitor is: the server does, and
 * gives nothing to anyone who is not signed in.
 */
export function PublicRecordLayout({ title, children }: { title: string; children: ReactNode }) {
  useEffect(preloadToasts, []);
  // Nothing stays in view once the session has been ended in another tab.
  useEffect(() => onSignedOutElsewhere(() => void queryClient.resetQueries()), []);
  return (
    <QueryClientProvider client={queryClient}>
      <Seo title={`${title} | ${site.name}`} />
      <div className={classNames(layout.container, styles.frame)}>
        <div className={styles.session}>
          <SignOutButton />
        </div>
        <StaffRulesGate>{children}</StaffRulesGate>
      </div>
    </QueryClientProvider>
  );
}
