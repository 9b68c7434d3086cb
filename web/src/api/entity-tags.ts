import { type ApiCall, bodyOf, type BodyShape } from "./client";

/** The ETag of each cached body. */
const tags = new WeakMap<object, string>();

/** Returns the header that asks for a body only if it differs from `known`. */
export function ifNoneMatch(known: object | undefined): { "if-none-match"?: string } {
  const tag = known && tags.get(known);
  return tag ? { "if-none-match": tag } : {};
}

/** Returns the body of a call; `known` itself if the server responds that it has not changed. */
export async function bodyUnlessKnown<T extends object, Name extends keyof T & string>(
  known: T | undefined,
  call: ApiCall<T>,
  shape: BodyShape<Name>,
): Promise<T> {
  const { response } = await call;
  if (response.status === 304 && known) return known;
  const body = await bodyOf(call, shape);
  const tag = response.headers.get("etag");
  if (tag) tags.set(body, tag);
  return body;
}

/** Gives `completed` the ETag of the body that it was made from. */
export function keepTag<T extends object>(body: T, completed: T): T {
  const tag = tags.get(body);
  if (tag) tags.set(completed, tag);
  return completed;
}
