import { vi } from "vitest";

/** Returns a function that reports progress of the latest upload. msw reports only its end. */
export function watchUploads() {
  const open = vi.spyOn(XMLHttpRequest.prototype, "open");
  return (loaded: number, total: number) => {
    const { upload } = open.mock.contexts.at(-1) as XMLHttpRequest;
    const event = new ProgressEvent("progress", { loaded, total });
    // The `upload` of msw has this method, but it does nothing.
    EventTarget.prototype.dispatchEvent.call(upload, event);
  };
}
