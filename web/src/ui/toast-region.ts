/** The id of the live region that all toasts appear in. */
export const toastRegion = "toasts";

/** Lifts the toasts above a dialog that has just been opened. */
export function raiseToasts(): void {
  const region = document.getElementById(toastRegion);
  if (!region?.showPopover) return;
  if (region.popover) region.hidePopover();
  region.popover = "manual";
  region.showPopover();
}
