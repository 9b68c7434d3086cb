import { throwApiError } from "./client";
import { NetworkError } from "./errors";
import type { paths } from "./schema";
import { responseFromServer, startStallTimer } from "./server-fetch";

/** Options of an upload. */
export type UploadOptions = {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Called with the share that has been uploaded, from 0 to 1. */
  onProgress: (part: number) => void;
};

/** The paths that take a form with a file. */
type UploadPath = {
  [Path in keyof paths]: paths[Path]["post"] extends {
    requestBody: { content: { "multipart/form-data": unknown } };
  }
    ? Path
    : never;
}[keyof paths];

/** The success of an upload. */
type Uploaded<Path extends UploadPath> =
  paths[Path]["post"]["responses"][201]["content"]["application/json"];

/** Sends a form with a file. Uses `XMLHttpRequest`, because fetch does not report progress. */
export async function upload<Path extends UploadPath>(
  path: Path,
  body: FormData,
  options: UploadOptions,
): Promise<{ data?: Uploaded<Path>; response: Response }> {
  const response = await send(path, body, options);
  await throwApiError(response);
  const text = await response.text();
  return { ...(text && { data: JSON.parse(text) }), response };
}

function send(path: string, body: FormData, options: UploadOptions): Promise<Response> {
  const { headers, signal, onProgress } = options;
  const request = new XMLHttpRequest();
  return new Promise<Response>((resolve, reject) => {
    const stop = (reason: Error) => {
      reject(reason);
      request.abort();
    };
    const stall = startStallTimer(() => stop(new NetworkError("no progress")));
    signal.addEventListener("abort", () => stop(signal.reason as Error), { once: true });
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      stall.restart();
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener("progress", stall.restart);
    request.addEventListener("load", () => {
      try {
        const received = new TextEncoder().encode(request.responseText);
        resolve(responseFromServer(received, headOf(request)));
      } catch (error) {
        reject(error as Error);
      }
    });
    request.addEventListener("error", () => reject(new NetworkError()));
    request.addEventListener("abort", () => reject(new NetworkError()));
    request.addEventListener("loadend", stall.stop);
    request.open("POST", path);
    request.setRequestHeader("accept", "application/json");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });
}

/** The headers that the response of an upload is judged by. */
const HEADERS = ["content-type", "date", "retry-after"];

function headOf(request: XMLHttpRequest): Pick<Response, "status" | "headers"> {
  const headers = new Headers();
  for (const name of HEADERS) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return { status: request.status, headers };
}
