import { Suspense, useEffect } from "react";
import { Outlet } from "react-router-dom";
import { Spinner } from "~/ui/Spinner";
import { markHydrated } from "../hydrated";
import { ScrollRestoration } from "../ScrollRestoration";

/** The page in a layout, which stays while the page's chunk loads. */
export function PageOutlet() {
  return (
    <Suspense fallback={<Spinner />}>
      {/* Before the page, which may give the focus to a part of itself. */}
      <ScrollRestoration />
      <Outlet />
      <Hydrated />
    </Suspense>
  );
}

/** Rendered together with the page, which is hydrated after its layout. */
function Hydrated() {
  useEffect(markHydrated, []);
  return null;
}
