/** The id of the element that contains the toasts. */
export const toastRegion = "toasts";

/**
 * Moves the toasts into an open dialog, because everything outside it is inert. Returns a function
 * that moves them back. Their parent has no other children, so that React never looks for their
 * position among siblings.
 */
export function bringToasts(place: Element): () => void {
  const region = document.getElementById(toastRegion);
  const home = region?.parentElement;
  if (!region || !home) return () => {};
  place.append(region);
  return () => home.append(region);
}
