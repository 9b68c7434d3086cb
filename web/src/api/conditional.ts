import { readServerDate } from "./clock";
import { type CallOptions, readAnswer, send } from "./http";

/** The tags of answers, for as long as these are held. */
const tags = new WeakMap<object, string>();

/** A call that is answered with what is known, as it is held here, where the server says that nothing has changed. */
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
