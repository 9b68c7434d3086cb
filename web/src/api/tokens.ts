import { safeLocalStorage } from "../state/safe-storage";
import type { TokenResponse } from "./schema";

/** A token pair, as returned by login and refresh. */
export type TokenPair = TokenResponse;

/** The storage key of the access token. */
const ACCESS = "access";
const REFRESH = "refresh";

/** Returns the stored tokens, as far as there are any. */
export function storedTokens(): Partial<TokenPair> {
  const access = safeLocalStorage.get(ACCESS);
  const refresh = safeLocalStorage.get(REFRESH);
  return { ...(access && { access }), ...(refresh && { refresh }) };
}

/** Stores the tokens for every tab of this browser. */
export function storeTokens({ access, refresh }: TokenPair): void {
  safeLocalStorage.set(ACCESS, access);
  safeLocalStorage.set(REFRESH, refresh);
}

/** Removes both tokens. */
export function clearTokens(): void {
  for (const key of [ACCESS, REFRESH]) safeLocalStorage.remove(key);
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
