import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { queryClient } from "../../api/query-client";
import { liveAccessToken, onSessionRefused } from "../../api/session";
import { onSignedOutElsewhere } from "../../api/other-tabs";

/** What the guard knows of whoever is at the page. */
export type AuthStatus = "unknown" | "authenticated" | "unauthenticated";

/** Checks the session on every navigation, and when another tab or the server has ended it. */
export function useSession(): AuthStatus {
  const [status, setStatus] = useState<AuthStatus>("unknown");
  const { key } = useLocation();

  useEffect(() => {
    let current = true;
    const check = async () => {
      const found = await fetchAuthStatus();
      // Nothing that was read in a session outlives it.
      if (found === "unauthenticated") queryClient.clear();
      if (current) setStatus(found);
      return found;
    };
    void check();
    const stopRefused = onSessionRefused(() => void check());
    const stop = onSignedOutElsewhere(async () => {
      // Someone else may have signed in there: nothing of the former user may stay in view.
      if ((await check()) === "authenticated") await queryClient.resetQueries();
    });
    return () => {
      current = false;
      stopRefused();
      stop();
    };
  }, [key]);

  return status;
}

async function fetchAuthStatus(): Promise<AuthStatus> {
  try {
    return (await liveAccessToken()) ? "authenticated" : "unauthenticated";
  } catch (error) {
    console.error("The session could not be checked:", error);
    return "unauthenticated";
  }
}
