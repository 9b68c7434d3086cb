import { readServerDate } from "./clock";
import { type CallOptions, readResponse, send } from "./http";

/** The ETag of each cached response. */
const tags = new WeakMap<object, string>();

/** Returns a call that sends `If-None-Match`. It returns `known` itself if the server responds 304. */
export function conditionalFetch(known: object | undefined) {
  return async <T>(path: string, options: CallOptions = {}): Promise<T> => {
    const tag = known && tags.get(known);
    const headers = { ...options.headers, ...(tag && { "if-none-match": tag }) };
    const { status, header, body } = await send(path, { ...options, headers });
    if (status === 304 && known) {
      readServerDate(header("date"));
      return known as T;
    }
    const text = new TextDecoder().decode(body);
    const response = readResponse<T>(status, text, header, options.check);
    const itsTag = header("etag");
    if (itsTag && response instanceof Object) tags.set(response, itsTag);
    return response;
  };
}

/** Gives `completed` the ETag of the response that it was made from. */
export function keepTag<T extends object>(response: T, completed: T): T {
  const tag = tags.get(response);
  if (tag) tags.set(completed, tag);
  return completed;
}
