import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { paths } from "../../paths";
import { Spinner } from "../../ui/Spinner";
import { remember } from "./remembered-location";
import { useSession } from "./useSession";

/** Shows its children to signed-in users only; everyone else comes to the login page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const status = useSession();
  const location = useLocation();
  if (status === "unknown") return <Spinner label="Checking your session" />;
  if (status === "unauthenticated") {
    return <Navigate to={paths.login} replace state={remember(location)} />;
  }
  return children;
}
