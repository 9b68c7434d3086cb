import type { Forms } from "@rules/public.js";
import { storedBearer } from "./bearer";
import { emitChange } from "./changes";
import { isCreated } from "./http";
import { type Attempt, idempotencyHeader } from "./idempotency";
import { upload } from "./upload";

/** The values of an application form, with the file. */
export type FilledApplication = Omit<Forms["application"], "cv"> & { cv: File };

/** Sends a job application. Retries with the same key store it once. */
export async function createApplication(
  { cv, ...texts }: FilledApplication,
  { key, signal, onProgress }: Attempt,
): Promise<void> {
  const headers = { ...idempotencyHeader(key), ...(await storedBearer()) };
  signal.throwIfAborted();
  const body = new FormData();
  for (const [name, text] of Object.entries(texts)) body.append(name, text);
  // The file goes last, so that the server reads the short fields first.
  body.append("cv", cv);
  await upload<void>("applications/create/", body, {
    headers,
    signal,
    onProgress,
    check: isCreated,
  });
  emitChange("applications");
}
