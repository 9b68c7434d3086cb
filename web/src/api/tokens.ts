/** The pair that a login or a refresh answers with. */
export type TokenPair = { access: string; refresh: string };

const ACCESS = "access";
const REFRESH = "refresh";

/** The stored tokens, as far as there are any. */
export function storedTokens(): Partial<TokenPair> {
  const access = localStorage.getItem(ACCESS);
  const refresh = localStorage.getItem(REFRESH);
  return { ...(access && { access }), ...(refresh && { refresh }) };
}

/** Keeps the tokens for every tab of this browser. */
export function storeTokens({ access, refresh }: TokenPair): void {
  localStorage.setItem(ACCESS, access);
  localStorage.setItem(REFRESH, refresh);
}

/** Forgets both tokens. */
export function clearTokens(): void {
  localStorage.removeItem(ACCESS);
  localStorage.removeItem(REFRESH);
}

/** Tells when another tab has signed out, be it only to sign in as someone else. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === null || (key === ACCESS && newValue === null)) listener();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
