type Kind = "success" | "error" | "info";
type Toast = { kind: Kind; message: string };

/** Toasts that wait for the list to load. */
const waiting: Toast[] = [];
let expected = false;
let wake: (() => void) | undefined;

/** Shows a success message. */
export function notifySuccess(message: string): void {
  notify({ kind: "success", message });
}

/** Shows an error. The same error, reported by several components, is shown once. */
export function notifyError(message: string): void {
  notify({ kind: "error", message });
}

/** Shows a notice. */
export function notifyInfo(message: string): void {
  notify({ kind: "info", message });
}

/** Loads the toast library, so that toasts can be shown without a network. */
export function preloadToasts(): void {
  expected = true;
  wake?.();
}

/** Calls `listener` when toasts are waiting or expected, or at once if there already are some. */
export function subscribeToToasts(listener: () => void): () => void {
  wake = listener;
  if (expected || waiting.length > 0) listener();
  return () => {
    if (wake === listener) wake = undefined;
  };
}

/** Returns the waiting toasts and removes them from the queue. */
export function drainToasts(): Toast[] {
  return waiting.splice(0);
}

function notify(toast: Toast) {
  waiting.push(toast);
  preloadToasts();
}
