import { authorizedCall } from "./client";
import { type CallOptions, readAnswer, send } from "./http";

/** Loads the file at a CV's path, `/api/applications/…/cv/…`, with the access token. */
export function getCv(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  const options = { ...(signal && { signal }), headers: { accept: "application/octet-stream" } };
  return authorizedCall<ArrayBuffer>(path.replace(/^\/api\//, ""), options, download);
}

/** Reads the body as bytes. `authorizedCall` decides its type, hence the cast. */
async function download<T>(path: string, options?: CallOptions): Promise<T> {
  const response = await send(path, options ?? {});
  if (response.ok) return (await response.arrayBuffer()) as T;
  const text = await response.text().catch(() => "");
  return readAnswer<T>(response.status, text, (name) => response.headers.get(name));
}
