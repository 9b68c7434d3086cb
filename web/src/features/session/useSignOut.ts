import { useNavigate } from "../../router";
import { queryClient } from "../../api/query-client";
import { revokeToken } from "../../api/revoke-token";
import { endSession } from "../../api/session";
import { clearDrafts } from "./drafts";
import { paths } from "../../paths";
import { notifySuccess } from "../../ui/toast/toast";

/** Ends the session here and on the server, and leaves nothing of the user behind. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const refresh = endSession();
    // Whoever is offline is signed out on this device all the same.
    if (refresh) revokeToken(refresh).catch(() => undefined);
    clearDrafts();
    await queryClient.cancelQueries();
    await navigate(paths.home, { replace: true });
    queryClient.clear();
    // A message about records goes with the session.
    notifySuccess("You Have Successfully Signed Out!!", { replaces: true });
  };
}
