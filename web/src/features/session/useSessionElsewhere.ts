import { useEffect } from "react";
import { liveAccessToken, sessionState } from "~/api/session";
import { onSignedInElsewhere } from "~/api/tokens";
import { onceBack } from "./once-back";

/**
 * Calls `proceed` when another tab signs in. For visitors who were redirected (`sentHere`), also
 * when this browser's session is valid or can be refreshed.
 */
export function useSessionElsewhere(sentHere: boolean, proceed: () => void): void {
  useEffect(() => {
    let current = true;
    let failures = 0;
    let stopWaiting: (() => void) | undefined;
    const look = async () => {
      try {
        const found = (await sessionState()) !== "unauthenticated" && (await liveAccessToken());
        if (found && current) proceed();
      } catch {
        if (current) stopWaiting = onceBack(failures++, () => void look());
      }
    };
    if (sentHere) void look();
    const stop = onSignedInElsewhere(proceed);
    return () => {
      current = false;
      stopWaiting?.();
      stop();
    };
  }, [sentHere, proceed]);
}
