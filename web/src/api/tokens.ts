import type { TokenResponse } from "./schema";

/** The pair that a login or a refresh answers with. */
export type TokenPair = TokenResponse;

/** Under which name the access token is kept. */
export const ACCESS = "access";
const REFRESH = "refresh";

/** What the browser does not keep, be it that storage is denied or full, lasts as long as the page. */
const inMemory = new Map<string, string>();

/** The stored tokens, as far as there are any. */
export function storedTokens(): Partial<TokenPair> {
  const access = read(ACCESS);
  const refresh = read(REFRESH);
  return { ...(access && { access }), ...(refresh && { refresh }) };
}

/** Keeps the tokens for every tab of this browser. */
export function storeTokens({ access, refresh }: TokenPair): void {
  write(ACCESS, access);
  write(REFRESH, refresh);
}

/** Forgets both tokens. */
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
