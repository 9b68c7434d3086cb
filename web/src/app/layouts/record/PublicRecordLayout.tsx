import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet } from "react-router-dom";
import { queryClient } from "~/api/query-client";
import { onSignedOutElsewhere } from "~/api/tokens";
import { SignOutButton } from "~/features/session/SignOutButton";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { useToasts } from "~/ui/toast/Toasts";
import styles from "./PublicRecordLayout.module.css";

/**
 * The frame of records outside the dashboard. Does not check the session: the server sends a record
 * to signed-in users only.
 */
export default function PublicRecordLayout() {
  useToasts();
  // Hide everything once another tab has ended the session.
  useEffect(() => onSignedOutElsewhere(() => void queryClient.resetQueries()), []);
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classNames(layout.container, styles.frame)}>
        <div className={styles.session}>
          <SignOutButton />
        </div>
        <Outlet />
      </div>
    </QueryClientProvider>
  );
}
