import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Outlet } from "react-router-dom";
import { clearUserData, queryClient } from "~/api/query-client";
import { onSignedOutElsewhere } from "~/api/tokens";
import { onReturn } from "~/features/session/on-return";
import { SignOutButton } from "~/features/session/SignOutButton";
import { onSignOut } from "~/features/session/useSignOut";
import { hasWebAssembly, WebAssemblyNotice } from "~/features/session/WebAssemblyNotice";
import { Spinner } from "~/ui/Spinner";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { dismissToasts } from "~/ui/toast/toast";
import { useToasts } from "~/ui/toast/Toasts";
import styles from "./PublicRecordLayout.module.css";

/**
 * The frame of records outside the dashboard. Does not check the session: the server sends a record
 * to signed-in users only.
 */
export default function PublicRecordLayout() {
  useToasts();
  const [isShown, setIsShown] = useState(true);
  useEffect(() => {
    // Another tab has ended the session, and maybe begun one of someone else.
    function reload() {
      flushSync(() => setIsShown(false));
      clearUserData();
      dismissToasts();
      setIsShown(true);
    }
    const stops = [
      onSignedOutElsewhere(reload),
      onReturn((isSameSession) => (isSameSession ? undefined : reload())),
      onSignOut(() => setIsShown(false)),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  const view = hasWebAssembly() ? <Outlet /> : <WebAssemblyNotice />;
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classNames(layout.container, styles.frame)}>
        <div className={styles.session}>
          <SignOutButton />
        </div>
        {isShown ? view : <Spinner label="Signing out" />}
      </div>
    </QueryClientProvider>
  );
}
