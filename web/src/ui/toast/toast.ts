type Kind = "success" | "error" | "info";

/** A button in a toast. */
export type ToastAction = { label: string; run: () => void };

export type ToastExtras = {
  /** A list below the message. */
  details?: readonly string[];
  action?: ToastAction;
  /** Whether it takes the place of the last toast with a button or a list. Those with one do. */
  replaces?: boolean;
};

export type Toast = ToastExtras & { kind: Kind; message: string };

/** Toasts that wait for the list to load. */
const waiting: Toast[] = [];
let expected = false;
let wake: (() => void) | undefined;

/** Shows a success message. */
export function notifySuccess(message: string, extras: ToastExtras = {}): void {
  notify({ kind: "success", message, ...extras });
}

/** Shows an error. Without a button or a list, the same error is shown once. */
export function notifyError(message: string, extras: ToastExtras = {}): void {
  notify({ kind: "error", message, ...extras });
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
