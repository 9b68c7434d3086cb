/**
 * Returns whether frames show only the first page of a PDF, as in all browsers of iOS and iPadOS. An
 * iPad calls itself a Mac, but no Mac has a touch screen.
 */
export function framesShowOnePage(): boolean {
  const { platform, maxTouchPoints } = navigator;
  return /^(iPhone|iPad|iPod)/.test(platform) || (platform === "MacIntel" && maxTouchPoints > 1);
}
