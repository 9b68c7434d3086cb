import { hasStatus } from "./errors";

/** One attempt to send a filled form. */
export type Attempt = {
  /** The same for every attempt at one filled form. */
  key: string;
  signal: AbortSignal;
  /** Told how much of it has gone, from 0 to 1. */
  onProgress: (part: number) => void;
};

/** What makes repeated attempts at one filled form count once. */
export type IdempotentSender = {
  /** Sends under the form's key, which outlives a lost answer. */
  send: <T>(create: (key: string) => Promise<T>) => Promise<T>;
};

/** Keeps one key per filled form: from the first attempt to the one that succeeds. */
export function createIdempotentSender(): IdempotentSender {
  let key: string | undefined;
  return {
    async send(create) {
      key ??= newKey();
      const answer = await create(key).catch((error: unknown) => {
        if (!hasStatus(error, 409)) throw error;
        // An earlier attempt did arrive, and the form has changed since: this is another one.
        key = newKey();
        return create(key);
      });
      key = undefined;
      return answer;
    },
  };
}

/** The header that carries a form's key. */
export function idempotencyHeader(key: string): Record<string, string> {
  return { "idempotency-key": key };
}

/** A key that nobody else has. */
export function newKey(): string {
  // Browsers offer randomUUID only in secure contexts.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
