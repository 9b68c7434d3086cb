import { readServerDate } from "./clock";
import { type CallOptions, readAnswer, send } from "./http";

/** The ETag of each cached answer. */
const tags = new WeakMap<object, string>();

/** Returns a call that sends `If-None-Match`. It returns `known` itself if the server answers 304. */
export function conditionalFetch(known: object | undefined) {
  return async <T>(path: string, options: CallOptions = {}): Promise<T> => {
    const tag = known && tags.get(known);
    const headers = { ...options.headers, ...(tag && { "if-none-match": tag }) };
    const response = await send(path, { ...options, headers });
    const header = (name: string) => response.headers.get(name);
    if (response.status === 304 && known) {
      readServerDate(header("date"));
      return known as T;
    }
    const text = await response.text().catch(() => "");
    const answer = readAnswer<T>(response.status, text, header);
    const itsTag = header("etag");
    if (itsTag && answer instanceof Object) tags.set(answer, itsTag);
    return answer;
  };
}

/** Gives `completed` the ETag of the answer that it was made from. */
export function keepTag<T extends object>(answer: T, completed: T): T {
  const tag = tags.get(answer);
  if (tag) tags.set(completed, tag);
  return completed;
}
