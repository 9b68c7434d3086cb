/** The id of the live region that all toasts appear in. */
export const toastRegion = "toasts";

/**
 * Brings the toasts into an open dialog, since all that is outside of it is inert, and returns what brings
 * them back. Their own parent holds nothing else, so that React never looks for its place among others.
 */
export function bringToasts(place: Element): () => void {
  const region = document.getElementById(toastRegion);
  const home = region?.parentElement;
  if (!region || !home) return () => {};
  place.append(region);
  return () => home.append(region);
}
