import type { Forms } from "@rules/public.js";
import { storedBearer } from "./bearer";
import { idempotencyHeader } from "./idempotency";
import { upload, type UploadOptions } from "./upload";

/** A filled application form with its file. */
export type FilledApplication = Omit<Forms["application"], "cv"> & { cv: File };

/** Sends a job application. The same key stores it once, however often it is sent. */
export async function createApplication(
  { cv, ...texts }: FilledApplication,
  key: string,
  options: Pick<UploadOptions, "signal" | "onProgress">,
): Promise<void> {
  const headers = { ...idempotencyHeader(key), ...(await storedBearer()) };
  options.signal.throwIfAborted();
  const body = new FormData();
  for (const [name, text] of Object.entries(texts)) body.append(name, text);
  // Last, so that the server has read the texts before the long part comes.
  body.append("cv", cv);
  return upload<void>("applications/create/", body, { ...options, headers });
}
