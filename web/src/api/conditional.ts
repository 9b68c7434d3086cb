import { readServerDate } from "./clock";
import { type CallOptions, readAnswer, send } from "./http";

/** ETags by cached response, for as long as the response is referenced. */
const tags = new WeakMap<object, string>();

/** Returns a fetcher that sends `If-None-Match` for a cached response, and returns the cached object on 304. */
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
