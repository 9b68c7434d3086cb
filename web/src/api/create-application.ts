import type { Forms } from "@rules/public.js";
import { storedBearer } from "./bearer";
import { emitChange } from "./changes";
import { type Attempt, idempotencyHeader } from "./idempotency";
import { upload } from "./upload";

/** A filled application form with its file. */
export type FilledApplication = Omit<Forms["application"], "cv"> & { cv: File };

/** Sends a job application. The same key stores it once, however often it is sent. */
export async function createApplication(
  { cv, ...texts }: FilledApplication,
  { key, signal, onProgress }: Attempt,
): Promise<void> {
  const headers = { ...idempotencyHeader(key), ...(await storedBearer()) };
  signal.throwIfAborted();
  const body = new FormData();
  for (const [name, text] of Object.entries(texts)) body.append(name, text);
  // Last, so that the server has read the texts before the long part comes.
  body.append("cv", cv);
  await upload<void>("applications/create/", body, { headers, signal, onProgress });
  emitChange("applications");
}
