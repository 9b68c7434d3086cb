import { useNavigate } from "react-router-dom";
import { clearUserData, queryClient } from "~/api/query-client";
import { revokeToken } from "~/api/auth";
import { endSession } from "~/api/session";
import { createEvent } from "~/state/create-store";
import { clearNoteDrafts } from "./note-drafts";
import { paths } from "~/paths";
import { dismissToasts, notify } from "~/ui/toast/toast";

const signOut = createEvent();

/** Registers a listener for a sign-out in this tab, whose next page may take a while to load. */
export const onSignOut = signOut.subscribe;

/** Ends the session on this device and on the server, and deletes the user's data. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const refresh = endSession();
    signOut.emit();
    // Works offline as well: the session ends on this device.
    if (refresh) revokeToken(refresh).catch(() => undefined);
    clearNoteDrafts();
    await queryClient.cancelQueries();
    await navigate(paths.home, { replace: true });
    clearUserData();
    // A message about records goes with the session.
    dismissToasts();
    notify("success", "You Have Successfully Signed Out!!");
  };
}
