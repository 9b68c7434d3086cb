import { type ComponentType, useEffect, useState } from "react";
import { subscribeToToasts } from "./toast";
import { toastRegion } from "./toast-region";

const load = () => import("./ToastList").then(({ ToastList }) => ToastList);

/**
 * The live region of all toasts. The library loads with the first toast, or earlier by
 * `preloadToasts`: a toast about a lost connection cannot be loaded afterwards.
 */
export function Toasts() {
  const [List, setList] = useState<ComponentType>();
  useEffect(() => {
    if (List) return;
    // A failed load is retried with the next toast, or when the network returns.
    const show = () =>
      void load().then(
        (loaded) => setList(() => loaded),
        () => undefined,
      );
    addEventListener("online", show);
    const forget = subscribeToToasts(show);
    return () => {
      removeEventListener("online", show);
      forget();
    };
  }, [List]);
  return (
    <div>
      <div id={toastRegion} aria-live="polite">
        {List && <List />}
      </div>
    </div>
  );
}
