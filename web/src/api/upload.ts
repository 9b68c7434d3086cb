import { NetworkError } from "./errors";
import { readResponse, type ResponseCheck, startStallTimer } from "./http";

/**
 * How long an upload may make no progress, in milliseconds. Longer than the server takes at most to
 * respond to a whole one.
 */
const STALL_TIMEOUT = 50_000;

/** Options of an upload. */
export type UploadOptions = {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** What a success must be. */
  check: ResponseCheck;
  /** Called with the share that has been uploaded, from 0 to 1. */
  onProgress: (part: number) => void;
};

/** Sends a form with a file. Uses `XMLHttpRequest`, because fetch does not report progress. */
export function upload<T>(path: string, body: FormData, options: UploadOptions): Promise<T> {
  const { headers, signal, check, onProgress } = options;
  const request = new XMLHttpRequest();
  const stall = startStallTimer(STALL_TIMEOUT, () => request.abort());
  return new Promise<T>((resolve, reject) => {
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      stall.restart();
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener("progress", stall.restart);
    request.addEventListener("load", () => {
      try {
        const header = (name: string) => request.getResponseHeader(name);
        resolve(readResponse<T>(request.status, request.responseText, header, check));
      } catch (error) {
        reject(error as Error);
      }
    });
    request.addEventListener("error", () => reject(new NetworkError()));
    request.addEventListener("abort", () => {
      reject(signal.aborted ? (signal.reason as Error) : new NetworkError("no progress"));
    });
    request.open("POST", `/api/${path}`);
    request.setRequestHeader("accept", "application/json");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  }).finally(stall.stop);
}
