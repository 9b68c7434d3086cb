/** How many errors a page reports until it is loaded again. */
const MAX_REPORTS = 5;

/** Bounds of a report, in characters: the server takes 4 KB. */
const MESSAGE_LENGTH = 300;
const STACK_LENGTH = 700;
const PATH_LENGTH = 100;

const reported = new Set<string>();

/**
 * Reports an error of the page to the server's log: each once, and at most five until the page is loaded again.
 * The server cuts what may be of a person. Nothing waits for it, and nobody hears of it when it fails.
 */
export function reportClientError(error: unknown): void {
  const { message, stack } = describe(error);
  const known = `${message}\n${stack}`;
  if (reported.size >= MAX_REPORTS || reported.has(known)) return;
  reported.add(known);
  const report = {
    message,
    stack,
    path: location.pathname.slice(0, PATH_LENGTH),
    version: build(),
  };
  sendInBackground(new Blob([JSON.stringify(report)], { type: "application/json" }));
}

function sendInBackground(body: Blob) {
  const path = "/api/client-errors/";
  // A browser sends no more than so much in the background.
  if (navigator.sendBeacon?.(path, body)) return;
  fetch(path, { method: "POST", body, keepalive: true }).catch(() => undefined);
}

/** Reports what nothing catches, which React hands over to the window, too. */
export function reportUncaughtErrors(): void {
  addEventListener("error", ({ error }) => {
    // Scripts of others, such as extensions, say no more than that there was one.
    if (error) reportClientError(error);
  });
  addEventListener("unhandledrejection", ({ reason }) => reportClientError(reason));
}

function describe(error: unknown): { message: string; stack: string } {
  if (!(error instanceof Error)) return { message: cut(String(error), MESSAGE_LENGTH), stack: "" };
  const { name, message, stack = "" } = error;
  const head = `${name}: ${message}`;
  // Chromium repeats the message in front of the frames.
  const frames = stack.startsWith(head) ? stack.slice(head.length) : stack;
  return { message: cut(head, MESSAGE_LENGTH), stack: cut(frames.trim(), STACK_LENGTH) };
}

/** The beginning of a text, without half a character at its end. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");

/** The build of the page, by the name of its first script. */
function build(): string {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src*='/assets/']");
  return /([^/]+)\.js$/.exec(script?.src ?? "")?.[1] ?? "development";
}
