import type { ClientErrorForm, paths } from "./schema";

/** Reports per page load. */
const MAX_REPORTS = 5;

/** Limits of a report, in characters. The server accepts 4 KB. */
const MESSAGE_LENGTH = 300;
const STACK_LENGTH = 700;
const PATH_LENGTH = 100;

const reported = new Set<string>();

/**
 * Reports an error of the page to the server's log: each error once, and at most five per page
 * load. The server removes what may be personal data. Failures of the report itself are ignored.
 */
export function reportClientError(error: unknown): void {
  const { message, stack } = describe(error);
  const known = `${message}\n${stack}`;
  if (reported.size >= MAX_REPORTS || reported.has(known)) return;
  reported.add(known);
  const report: ClientErrorForm = {
    message,
    stack,
    path: location.pathname.slice(0, PATH_LENGTH),
    version: build(),
  };
  sendInBackground(new Blob([JSON.stringify(report)], { type: "application/json" }));
}

function sendInBackground(body: Blob) {
  const path = "/api/client-errors" satisfies keyof paths;
  // Browsers limit the size of background requests.
  if (navigator.sendBeacon?.(path, body)) return;
  fetch(path, { method: "POST", body, keepalive: true }).catch(() => undefined);
}

/** Reports uncaught errors and rejections. React forwards its own to the window as well. */
export function reportUncaughtErrors(): void {
  addEventListener("error", ({ error }) => {
    // Errors of third-party scripts, such as extensions, carry no details.
    if (error) reportClientError(error);
  });
  addEventListener("unhandledrejection", ({ reason }) => reportClientError(reason));
}

function describe(error: unknown): { message: string; stack: string } {
  if (!(error instanceof Error)) return { message: cut(String(error), MESSAGE_LENGTH), stack: "" };
  const { name, message, stack = "" } = error;
  const head = `${name}: ${message}`;
  // Chromium repeats the message above the frames.
  const frames = stack.startsWith(head) ? stack.slice(head.length) : stack;
  return { message: cut(head, MESSAGE_LENGTH), stack: cut(frames.trim(), STACK_LENGTH) };
}

/** Truncates a text without splitting a surrogate pair. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");

/** Returns the build of the page, identified by the name of its first script. */
function build(): string {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src*='/assets/']");
  return /([^/]+)\.js$/.exec(script?.src ?? "")?.[1] ?? "development";
}
