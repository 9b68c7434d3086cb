import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { paths } from "~/paths";
import { Spinner } from "~/ui/Spinner";
import { CONNECTION_LOST, RetryingContext } from "./ConnectionBanner";
import { loginState } from "./remembered-location";
import { useSession } from "./useSession";

/** Renders its children for signed-in users only. Redirects everyone else to the login page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status, isRetrying } = useSession();
  const location = useLocation();
  if (status === "unknown") {
    const note = isRetrying ? CONNECTION_LOST : undefined;
    return <Spinner label="Checking your session" note={note} />;
  }
  if (status === "signed out") return <Spinner label="Signing out" />;
  if (status === "unauthenticated") {
    return <Navigate to={paths.login} replace state={loginState(location)} />;
  }
  return <RetryingContext value={isRetrying}>{children}</RetryingContext>;
}
