/** Marks the document once React handles the events of its page. Browser tests wait for it. */
export function markHydrated(): void {
  document.documentElement.dataset["hydrated"] = "";
}
