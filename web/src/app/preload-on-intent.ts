import { preloadPage } from "./preload";

const INTENTS = ["pointerover", "focusin", "touchstart"] as const;

/**
 * Loads the page that a link leads to as soon as a pointer, the focus or a finger is on it: until it is
 * followed, most of it has come.
 */
export function preloadOnIntent(preload = preloadPage): () => void {
  let latest: Element | undefined;
  const listen = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link || link === latest) return;
    latest = link;
    if (link.origin !== location.origin || link.pathname === location.pathname) return;
    // What cannot be loaded now is loaded, or complained about, when the link is followed.
    preload(link.pathname).catch(() => undefined);
  };
  for (const intent of INTENTS) addEventListener(intent, listen, { passive: true });
  return () => {
    for (const intent of INTENTS) removeEventListener(intent, listen);
  };
}
