import type { Forms, Resource } from "@rules/public.js";
import { storedBearer } from "./bearer";
import { emitChange } from "./changes";
import { type ApiCall, bodyOf, client } from "./client";
import { NetworkError } from "./errors";
import type { Attempt } from "./idempotency";
import type { CreatedResponse, paths } from "./schema";
import { upload } from "./upload";
import { visitSource } from "./visit-source";

/** The values of an application form, with the file. */
export type FilledApplication = Omit<Forms["application"], "cv"> & { cv: File };

/** The resources whose forms have no files. */
type JsonResource = {
  [R in Resource]: paths[`/api/${R}/create`]["post"]["requestBody"]["content"] extends {
    "application/json": unknown;
  }
    ? R
    : never;
}[Resource];

type JsonForm =
  paths[`/api/${JsonResource}/create`]["post"]["requestBody"]["content"]["application/json"];

/** Sends a form without files. Retries with the same key store it once. */
export async function createSubmission(
  resource: JsonResource,
  values: JsonForm,
  { key, signal }: Pick<Attempt, "key" | "signal">,
): Promise<void> {
  const headers = await storedBearer();
  const params = { header: { "idempotency-key": key } };
  const source = visitSource();
  const body = { ...(source && { source }), ...values };
  await created(client.POST(`/api/${resource}/create`, { body, params, headers, signal }));
  emitChange(resource);
}

/** Sends a job application. Retries with the same key store it once. */
export async function createApplication(
  { cv, ...texts }: FilledApplication,
  { key, signal, onProgress }: Attempt,
): Promise<void> {
  const headers = { "idempotency-key": key, ...(await storedBearer()) };
  signal.throwIfAborted();
  const body = new FormData();
  const source = visitSource();
  if (source) body.append("source", JSON.stringify(source));
  for (const [name, text] of Object.entries(texts)) body.append(name, text);
  // The file goes last, so that the server reads the short fields first.
  body.append("cv", cv);
  await created(upload("/api/applications/create", body, { headers, signal, onProgress }));
  emitChange("applications");
}

/** Waits for the 201 of a form that was stored. */
async function created(call: ApiCall<CreatedResponse>): Promise<void> {
  await bodyOf(call, { slug: "string" });
  const { status } = (await call).response;
  if (status !== 201) throw new NetworkError(`status ${status} instead of 201`);
}
