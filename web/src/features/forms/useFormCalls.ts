import { useEffect } from "react";
import { withTimeout } from "~/rules/with-timeout";
import { MissingScript } from "./missing-script";

/** Returns a function that loads the calls of visitors' forms. It is called once a form is shown, so that sending need not wait. */
export function useFormCalls() {
  useEffect(() => {
    loadFormCalls().catch(() => undefined);
  }, []);
  return loadFormCalls;
}

/** A page shows its form without them, so they are not among its first scripts. Late ones are missing, too. */
async function loadFormCalls() {
  const calls = await withTimeout(import("~/api/forms"));
  if (!calls) throw new MissingScript();
  return calls;
}
