const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** Returns an access token that expires `seconds` after a moment. */
export function accessToken(secondsLeft: number, from = Date.now()): string {
  const exp = Math.floor(from / 1000) + secondsLeft;
  return `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ sub: "1", exp })}.signature`;
}

/** Stores tokens as an earlier visit would have. */
export function rememberTokens(access: string, refresh?: string): void {
  localStorage.setItem("access", access);
  if (refresh) localStorage.setItem("refresh", refresh);
}
