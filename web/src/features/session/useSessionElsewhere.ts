import { useEffect } from "react";
import { sessionState } from "../../api/session";
import { onSignedInElsewhere } from "../../api/other-tabs";

/**
 * Calls `proceed` when another tab signs in while this one waits at the login page. Whoever was
 * `sentHere` because that tab changed users may find it done already.
 */
export function useSessionElsewhere(sentHere: boolean, proceed: () => void): void {
  useEffect(() => {
    let current = true;
    const look = async () => {
      if (sentHere && (await sessionState()) === "authenticated" && current) proceed();
    };
    void look();
    const stop = onSignedInElsewhere(proceed);
    return () => {
      current = false;
      stop();
    };
  }, [sentHere, proceed]);
}
