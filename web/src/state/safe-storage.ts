/** The browser's storage. What it refuses lasts as long as the page. */
function safeStorage(kind: "localStorage" | "sessionStorage") {
  const refused = new Map<string, string>();

  const get = (key: string): string | undefined =>
    refused.get(key) ?? attempt(() => globalThis[kind].getItem(key)) ?? undefined;

  return {
    get,
    /** Returns a value that was stored as JSON; nothing if something else is stored. */
    getJson: (key: string): unknown => attempt(() => JSON.parse(get(key) ?? "") as unknown),
    set(key: string, value: string): void {
      const isStored = attempt(() => (globalThis[kind].setItem(key, value), true));
      if (isStored) refused.delete(key);
      else refused.set(key, value);
    },
    remove(key: string): void {
      refused.delete(key);
      attempt(() => globalThis[kind].removeItem(key));
    },
  };
}

/** Returns the result of an access; undefined if it throws, because the storage is denied or full. */
function attempt<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** Values of all tabs. */
export const safeLocalStorage = safeStorage("localStorage");

/** Values of this tab. */
export const safeSessionStorage = safeStorage("sessionStorage");
