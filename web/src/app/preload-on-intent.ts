import { preloadPage } from "./routes";

const INTENTS = ["pointerover", "focusin", "touchstart"] as const;

/**
 * Preloads the page of a link when a pointer, the focus or a finger reaches it, so that most of it
 * is loaded before the click.
 */
export function preloadOnIntent(preload = preloadPage): () => void {
  let latest: Element | undefined;
  const listen = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link || link === latest) return;
    latest = link;
    if (link.origin !== location.origin || link.pathname === location.pathname) return;
    // A failure is retried, and reported, when the link is followed.
    preload(link.pathname).catch(() => undefined);
  };
  for (const intent of INTENTS) addEventListener(intent, listen, { passive: true });
  return () => {
    for (const intent of INTENTS) removeEventListener(intent, listen);
  };
}
