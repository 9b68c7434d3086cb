import { authorizedCall } from "./client";
import { type CallOptions, readResponse, send } from "./http";

/** Loads the file at a CV's path, `/api/applications/…/cv/…`, with the access token. */
export function getCv(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  const options = { ...(signal && { signal }), headers: { accept: "application/octet-stream" } };
  return authorizedCall<ArrayBuffer>(path.replace(/^\/api\//, ""), options, download);
}

/** Reads the body as bytes. `authorizedCall` decides its type, hence the cast. */
async function download<T>(path: string, options?: CallOptions): Promise<T> {
  const { status, header, body } = await send(path, options ?? {});
  // A portal's page has no name of a file.
  if (status === 200 && header("content-disposition")?.startsWith("attachment")) return body as T;
  return readResponse<T>(status, new TextDecoder().decode(body), header, () => false);
}
