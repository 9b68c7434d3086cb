import { ApiError } from "./errors";

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
