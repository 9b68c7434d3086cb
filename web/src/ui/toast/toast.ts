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

/** Toasts that wait until something can show them. */
const waiting: Toast[] = [];
let expected = false;
let wake: (() => void) | undefined;

/** Says that something has worked. */
export function notifySuccess(message: string, extras: ToastExtras = {}): void {
  notify({ kind: "success", message, ...extras });
}

/** Says that something has failed. Without a button, one failure seen by several parts is told once. */
export function notifyError(message: string, extras: ToastExtras = {}): void {
  notify({ kind: "error", message, ...extras });
}

/** Says something that is good to know. */
export function notifyInfo(message: string): void {
  notify({ kind: "info", message });
}

/** Has all loaded that toasts need, so that they can be shown even when the network is lost. */
export function preloadToasts(): void {
  expected = true;
  wake?.();
}

/** Has `listener` called when there are toasts to take or to expect, at once if there are already. */
export function subscribeToToasts(listener: () => void): () => void {
  wake = listener;
  if (expected || waiting.length > 0) listener();
  return () => {
    if (wake === listener) wake = undefined;
  };
}

/** The toasts that wait, each given once. */
export function drainToasts(): Toast[] {
  return waiting.splice(0);
}

function notify(toast: Toast) {
  waiting.push(toast);
  preloadToasts();
}
