/** The browser's storage. What it refuses lasts as long as the page. */
function safeStorage(kind: "localStorage" | "sessionStorage") {
  const refused = new Map<string, string>();

  /** Runs an access, and returns undefined if the storage is denied or full. */
  function attempt<T>(access: (storage: Storage) => T): T | undefined {
    try {
      return access(globalThis[kind]);
    } catch {
      return undefined;
    }
  }

  return {
    get: (key: string): string | undefined =>
      refused.get(key) ?? attempt((storage) => storage.getItem(key)) ?? undefined,
    set(key: string, value: string): void {
      const isStored = attempt((storage) => (storage.setItem(key, value), true));
      if (isStored) refused.delete(key);
      else refused.set(key, value);
    },
    remove(key: string): void {
      refused.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

/** Values of all tabs. */
export const safeLocalStorage = safeStorage("localStorage");

/** Values of this tab. */
export const safeSessionStorage = safeStorage("sessionStorage");
