import { useEffect, useRef, useState } from "react";
import { useLocation } from "../../router";
import { isTransient } from "../../api/errors";
import { queryClient } from "../../api/query-client";
import { liveAccessToken, onRefreshUnanswered, onSessionRefused } from "../../api/session";
import { onSignedOutElsewhere } from "../../api/other-tabs";
import { onceBack } from "./once-back";

/** What the guard knows about the session of this browser. */
export type AuthStatus = "unknown" | "authenticated" | "unauthenticated";

/** The session, and whether the server has not answered its last refresh. */
export type Session = { status: AuthStatus; isRetrying: boolean };

/**
 * Checks the session on every navigation, and when another tab or the server has ended it. Only a refusal
 * signs out: a refresh without an answer is retried, and until then the session counts as it did before.
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
      // Nothing that was read in a session outlives it.
      if (status === "unauthenticated") queryClient.clear();
      if (!current) return status;
      failures = 0;
      stopWaiting?.();
      stopWaiting = undefined;
      setSession({ status, isRetrying: false });
      if (status === "authenticated" && wasLost.current) void refetchFailed();
      wasLost.current = false;
      return status;
    }

    void check();
    const stops = [
      onRefreshUnanswered(retryLater),
      onSessionRefused(() => void check()),
      onSignedOutElsewhere(async () => {
        // Someone else may have signed in there: nothing of the former user may stay in view.
        if ((await check()) === "authenticated") await queryClient.resetQueries();
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

/** Repeats the calls that failed while the connection was lost. */
function refetchFailed() {
  return queryClient.refetchQueries({
    type: "active",
    predicate: ({ state }) => isTransient(state.error),
  });
}
