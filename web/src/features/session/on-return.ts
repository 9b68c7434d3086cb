import { storedTokens } from "~/api/tokens";

/**
 * Hides the page while the browser keeps it for Back and Forward. Shows it again after `check`,
 * because a kept page hears nothing of what other tabs do. Returns a function that stops it.
 */
export function onReturn(check: (isSameSession: boolean) => Promise<void> | void): () => void {
  const { style } = document.documentElement;
  let access: string | undefined;

  function leave() {
    ({ access } = storedTokens());
    style.visibility = "hidden";
  }

  async function enter({ persisted }: PageTransitionEvent) {
    if (!persisted) return;
    await check(storedTokens().access === access);
    style.visibility = "";
  }

  addEventListener("pagehide", leave);
  addEventListener("pageshow", enter);
  return () => {
    removeEventListener("pagehide", leave);
    removeEventListener("pageshow", enter);
    style.visibility = "";
  };
}
