import { type ComponentType, useEffect, useState } from "react";
import { subscribeToToasts } from "./toast";
import { toastRegion } from "./toast-region";

const load = () => import("./ToastList").then(({ ToastList }) => ToastList);

/**
 * The live region that all toasts appear in. The library comes with the first of them, or when
 * `preloadToasts` asks for it: what says that the network is lost has to be here before it is lost.
 */
export function Toasts() {
  const [List, setList] = useState<ComponentType>();
  useEffect(() => {
    if (List) return;
    // What could not be loaded is tried again with the next toast, or when the network is back.
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
