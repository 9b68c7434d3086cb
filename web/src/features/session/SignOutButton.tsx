import { useSyncExternalStore } from "react";
import { onSignedInElsewhere, onSignedOutElsewhere, storedTokens } from "~/api/tokens";
import { onSessionRefused } from "~/api/session";
import { Button } from "~/ui/Button";
import { useSignOut } from "./useSignOut";

/** Signs out. Renders nothing without a session in this browser. */
export function SignOutButton() {
  const signOut = useSignOut();
  const hasSession = useSyncExternalStore(listen, isStored, () => false);
  if (!hasSession) return null;
  return (
    <Button tone="quiet" size="s" onClick={() => void signOut()}>
      Logout
    </Button>
  );
}

const isStored = () => storedTokens().access !== undefined;

function listen(changed: () => void) {
  const stops = [onSignedInElsewhere, onSignedOutElsewhere, onSessionRefused].map((on) =>
    on(changed),
  );
  return () => stops.forEach((stop) => stop());
}
