import { NetworkError } from "./errors";
import { readAnswer } from "./http";

/** Options of an upload. */
export type UploadOptions = {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Called with the share that has been uploaded, from 0 to 1. */
  onProgress: (part: number) => void;
};

/** Sends a form with a file. Uses `XMLHttpRequest`, because fetch does not report progress. */
export function upload<T>(path: string, body: FormData, options: UploadOptions): Promise<T> {
  const { headers, signal, onProgress } = options;
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest();
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener("load", () => {
      try {
        const header = (name: string) => request.getResponseHeader(name);
        resolve(readAnswer<T>(request.status, request.responseText, header));
      } catch (error) {
        reject(error as Error);
      }
    });
    request.addEventListener("error", () => reject(new NetworkError(undefined)));
    request.addEventListener("abort", () => reject(signal.reason as Error));
    request.open("POST", `/api/${path}`);
    request.setRequestHeader("accept", "application/json");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });
}
