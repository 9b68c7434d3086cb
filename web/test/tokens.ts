const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** An access token that expires in so many seconds, counted from a moment. */
export function accessToken(secondsLeft: number, from = Date.now()): string {
  const exp = Math.floor(from / 1000) + secondsLeft;
  return `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ sub: "1", exp })}.signature`;
}

/** Puts tokens where a former visit would have left them. */
export function rememberTokens(access: string, refresh?: string): void {
  localStorage.setItem("access", access);
  if (refresh) localStorage.setItem("refresh", refresh);
}
