import { randomUUID } from "node:crypto";

/** How long an access token is valid, in seconds. */
const ACCESS_SECONDS = 15 * 60;

type MockSession = { id: string; access: string; refresh: string; begunAt: string };

const sessions = new Map<string, MockSession>();

/** Starts a session and returns its tokens. */
export function startSession(begunAt = new Date().toISOString()) {
  const session = { id: randomUUID(), access: accessToken(), refresh: randomUUID(), begunAt };
  sessions.set(session.refresh, session);
  return { access: session.access, refresh: session.refresh };
}

/** Replaces the tokens of a session. Returns undefined if the session has ended. */
export function refreshSession(refresh: string) {
  const session = sessions.get(refresh);
  if (!session) return undefined;
  sessions.delete(refresh);
  return startSession(session.begunAt);
}

export const endSession = (refresh: string) => void sessions.delete(refresh);

/** Returns the active sessions, the newest first. */
export const activeSessions = () => Array.from(sessions.values()).toReversed();

/** Returns the session of a request. */
export function sessionOf(request: Request): MockSession | undefined {
  const header = request.headers.get("authorization");
  return activeSessions().find(({ access }) => header === `Bearer ${access}`);
}

/** Ends every session that matches. */
export function endSessions(matches: (session: MockSession) => boolean): void {
  for (const session of activeSessions()) if (matches(session)) sessions.delete(session.refresh);
}

/** Returns a token with the parts that the rules read. Nobody verifies its signature. */
function accessToken(): string {
  const exp = Math.floor(Date.now() / 1000) + ACCESS_SECONDS;
  const header = encode({ alg: "HS256", typ: "JWT" });
  return `${header}.${encode({ sub: "1", exp, jti: randomUUID() })}.mock`;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
