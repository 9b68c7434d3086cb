import { useEffect } from "react";
import { MissingScript } from "./missing-script";

/** Returns a function that loads the calls of visitors' forms. It is called once a form is shown, so that sending need not wait. */
export function useFormCalls() {
  useEffect(() => {
    loadFormCalls().catch(() => undefined);
  }, []);
  return loadFormCalls;
}

/** A page shows its form without them, so they are not among its first scripts. */
const loadFormCalls = () =>
  import("~/api/forms").catch((cause: unknown) => {
    throw new MissingScript(cause);
  });
