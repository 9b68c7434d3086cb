import { Suspense } from "react";
import { Outlet } from "../../router";
import { Spinner } from "../../ui/Spinner";
import { NavigationEffects } from "../NavigationEffects";

/** The page in a layout, which stays while the page's chunk loads. */
export function PageOutlet() {
  return (
    <Suspense fallback={<Spinner />}>
      <Outlet />
      <NavigationEffects />
    </Suspense>
  );
}
