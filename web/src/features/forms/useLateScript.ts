import { useEffect } from "react";
import { NetworkError } from "~/api/errors";
import { withTimeout } from "~/rules/with-timeout";

/**
 * A script that sends a form could not be loaded. Some filters and proxies keep a file away, and
 * browsers do not ask again for a module that failed, so the browser has to send the form itself.
 */
export class MissingScript extends NetworkError {}

/**
 * Returns a function that loads what a form needs only when it is sent. It is called once the form is
 * shown, so that sending need not wait. What comes late is missing, too.
 */
export function useLateScript<T>(load: () => Promise<T>): () => Promise<T> {
  useEffect(() => {
    load().catch(() => undefined);
  }, [load]);
  return async () => {
    const script = await withTimeout(load());
    if (!script) throw new MissingScript();
    return script;
  };
}
