import type { TokenResponse } from "./schema";

/** A token pair, as returned by login and refresh. */
export type TokenPair = TokenResponse;

/** The storage key of the access token. */
export const ACCESS = "access";
const REFRESH = "refresh";

/** Values that the browser's storage refused. They last as long as the page. */
const inMemory = new Map<string, string>();

/** Returns the stored tokens, as far as there are any. */
export function storedTokens(): Partial<TokenPair> {
  const access = read(ACCESS);
  const refresh = read(REFRESH);
  return { ...(access && { access }), ...(refresh && { refresh }) };
}

/** Stores the tokens for every tab of this browser. */
export function storeTokens({ access, refresh }: TokenPair): void {
  write(ACCESS, access);
  write(REFRESH, refresh);
}

/** Removes both tokens. */
export function clearTokens(): void {
  for (const key of [ACCESS, REFRESH]) {
    inMemory.delete(key);
    attempt(() => localStorage.removeItem(key));
  }
}

function read(key: string): string | null | undefined {
  return inMemory.get(key) ?? attempt(() => localStorage.getItem(key));
}

function write(key: string, value: string): void {
  const kept = attempt(() => (localStorage.setItem(key, value), true));
  if (kept) inMemory.delete(key);
  else inMemory.set(key, value);
}

function attempt<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** Calls the listener when another tab signs out, even if it signs in as someone else at once. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  return onChangeElsewhere((access) => access === null && listener());
}

/** Calls the listener when another tab signs in. */
export function onSignedInElsewhere(listener: () => void): () => void {
  return onChangeElsewhere((access) => access !== null && listener());
}

function onChangeElsewhere(listener: (access: string | null) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === null || key === ACCESS) listener(newValue);
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
