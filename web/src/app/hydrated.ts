/**
 * Marks the document once React handles the events of its page. Until then styles show controls that
 * need no scripts. Browser tests wait for it.
 */
export function markHydrated(): void {
  document.documentElement.dataset["hydrated"] = "";
}
