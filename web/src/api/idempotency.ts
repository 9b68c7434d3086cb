import { safeSessionStorage } from "../state/safe-storage";
import { ApiError, hasStatus } from "./errors";

/** One attempt to send a form. */
export type Attempt = {
  /** The idempotency key, the same for every retry of one form. */
  key: string;
  signal: AbortSignal;
  /** Called with the share that has been uploaded, from 0 to 1. */
  onProgress: (part: number) => void;
};

/**
 * Sends a form with an idempotency key, so that retries count once. This tab keeps the key of a `name` from the first
 * attempt to the one that succeeds: an attempt may have arrived although its page was reloaded.
 */
export async function sendOnce<T>(name: string, send: (key: string) => Promise<T>): Promise<T> {
  const stored = `attempt:${name}`;
  function sendUnder(key: string): Promise<T> {
    safeSessionStorage.set(stored, key);
    return send(key);
  }
  const response = await sendUnder(safeSessionStorage.get(stored) ?? newKey()).catch(
    (error: unknown) => {
      if (!hasStatus(error, 409)) throw error;
      // An earlier attempt was stored, and the form has changed since: send it as a new one.
      return sendUnder(newKey());
    },
  );
  safeSessionStorage.remove(stored);
  return response;
}

/** Returns a random UUID. */
export function newKey(): string {
  // Browsers offer randomUUID only in secure contexts.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Retries after the first attempt. */
const MAX_RETRIES = 3;

/** The longest wait that is not worth a message, in seconds. */
const MAX_WAIT = 5;

/**
 * Runs a task that has an idempotency key. Waits and runs it again while the server is busy and asks
 * for a short wait, a limited number of times.
 */
export async function retryWhileBusy<T>(
  task: () => Promise<T>,
  signal: AbortSignal,
  retries = MAX_RETRIES,
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const wait = error instanceof ApiError && error.status === 429 ? error.retryAfter : undefined;
    if (wait === undefined || wait > MAX_WAIT || retries === 0) throw error;
    await pause(wait, signal);
    return retryWhileBusy(task, signal, retries - 1);
  }
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
