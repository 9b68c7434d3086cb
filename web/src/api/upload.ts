import { NetworkError } from "./errors";
import { readAnswer } from "./http";

/** What an upload is given beside its content. */
export type UploadOptions = {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Told how much of it has gone, from 0 to 1. */
  onProgress: (part: number) => void;
};

/** One call that carries a file. Fetch cannot tell how much of it has gone. */
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
