import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router-dom";
import { isTransient } from "~/api/errors";
import { clearUserData, queryClient } from "~/api/query-client";
import { liveAccessToken, onRefreshFailed, onSessionRefused } from "~/api/session";
import { onSignedOutElsewhere } from "~/api/tokens";
import { onceBack } from "./once-back";
import { onReturn } from "./on-return";
import { onSignOut } from "./useSignOut";
import { dismissToasts } from "~/ui/toast/toast";

/** The state of this browser's session, for `RequireSession`. */
export type AuthStatus = "unknown" | "authenticated" | "unauthenticated" | "signed out";

/** The session, and whether its last refresh got no response. */
export type Session = { status: AuthStatus; isRetrying: boolean };

/**
 * Checks the session on every navigation, when another tab or the server has ended it, and when the
 * browser shows a page again that it has kept. Only a
 * refusal signs out: a refresh without a response is retried while the session stays as it was.
 */
export function useSession(): Session {
  const [session, setSession] = useState<Session>({ status: "unknown", isRetrying: false });
  const wasLost = useRef(false);
  const { key } = useLocation();

  useEffect(() => {
    let current = true;
    let failures = 0;
    let stopWaiting: (() => void) | undefined;

    function retryLater() {
      if (!current || stopWaiting) return;
      wasLost.current = true;
      setSession(({ status }) => ({ status, isRetrying: true }));
      stopWaiting = onceBack(failures++, () => {
        stopWaiting = undefined;
        void check();
      });
    }

    async function check(): Promise<AuthStatus> {
      let status: AuthStatus;
      try {
        status = (await liveAccessToken()) ? "authenticated" : "unauthenticated";
      } catch (error) {
        console.error("The session could not be checked:", error);
        retryLater();
        return "unknown";
      }
      // Cached data must not outlive the session.
      if (status === "unauthenticated") clearUserData();
      if (!current) return status;
      failures = 0;
      stopWaiting?.();
      stopWaiting = undefined;
      setSession({ status, isRetrying: false });
      if (status === "authenticated" && wasLost.current) void refetchFailed();
      wasLost.current = false;
      return status;
    }

    async function checkHidden() {
      flushSync(() => setSession({ status: "unknown", isRetrying: false }));
      clearUserData();
      dismissToasts();
      await check();
    }

    void check();
    const stops = [
      onRefreshFailed(retryLater),
      onSessionRefused(() => void check()),
      // Someone else may have signed in there: hide everything of the former user.
      onSignedOutElsewhere(() => void checkHidden()),
      onReturn(async (isSameSession) => {
        if (!isSameSession) return checkHidden();
        // Shows nothing before the check succeeds.
        if ((await check()) === "unknown") setSession({ status: "unknown", isRetrying: true });
      }),
      onSignOut(() => {
        current = false;
        setSession({ status: "signed out", isRetrying: false });
      }),
    ];
    return () => {
      current = false;
      stopWaiting?.();
      for (const stop of stops) stop();
    };
  }, [key]);

  return session;
}

/** Refetches queries that failed while the connection was lost. */
function refetchFailed() {
  return queryClient.refetchQueries({
    type: "active",
    predicate: ({ state }) => isTransient(state.error),
  });
}
