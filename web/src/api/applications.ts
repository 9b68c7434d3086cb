import { NetworkError } from "./errors";
import { staffClient } from "./staff-client";
import { type RecordOf, submissionQueries } from "./submissions";

/** A stored job application. */
export type Application = RecordOf<"applications">;

/** The queries of applications. */
export const applicationQueries = submissionQueries<Application>("applications");

/** Loads the file at a CV's path, `/api/applications/…/cv/…`, with the access token. */
export async function getCv(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  const [, slug = "", file = ""] = /^\/api\/applications\/([^/]+)\/cv\/([^/]+)$/.exec(path) ?? [];
  const { data, response } = await staffClient.GET("/api/applications/{slug}/cv/{file_name}", {
    params: { path: { slug: decodeURIComponent(slug), file_name: decodeURIComponent(file) } },
    headers: { accept: "application/octet-stream" },
    parseAs: "arrayBuffer",
    ...(signal && { signal }),
  });
  // A portal's page has no name of a file.
  const isFile = response.headers.get("content-disposition")?.startsWith("attachment");
  if (!data || response.status !== 200 || !isFile) throw new NetworkError("no file");
  return data;
}
