import { useEffect } from "react";
import { liveAccessToken, sessionState } from "~/api/session";
import { onSignedInElsewhere } from "~/api/tokens";
import { onceBack } from "./once-back";

/**
 * Calls `proceed` when this browser's session is valid or can be refreshed, and when another tab
 * signs in.
 */
export function useSessionElsewhere(proceed: () => void): void {
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
    void look();
    const stop = onSignedInElsewhere(proceed);
    return () => {
      current = false;
      stopWaiting?.();
      stop();
    };
  }, [proceed]);
}
