import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { queryClient } from "~/api/query-client";
import { onSignedOutElsewhere } from "~/api/other-tabs";
import { site } from "~/content/site";
import { SignOutButton } from "~/features/session/SignOutButton";
import { StaffRulesGate } from "~/features/submissions/StaffRulesGate";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { Seo } from "~/seo/Seo";
import { useToasts } from "~/ui/toast/Toasts";
import styles from "./PublicRecordLayout.module.css";

/**
 * The frame of a record outside the dashboard. Does not check the session: the server sends the
 * record to signed-in users only.
 */
export function PublicRecordLayout({ title, children }: { title: string; children: ReactNode }) {
  useToasts();
  // Hide everything once another tab has ended the session.
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
