import type { Location } from "../../router";
import { paths } from "../../paths";

/** What a redirect to the login page carries along. */
export type LoginState = { from: string };

/** Remembers a location of this site for after the login. */
export function remember({
  pathname,
  search,
  hash,
}: Pick<Location, "pathname" | "search" | "hash">): LoginState {
  return { from: pathname + search + hash };
}

/** Where to go after the login. A remembered location counts only as a path of this site. */
export function destination(state: unknown): string {
  const from = (state as Partial<LoginState> | null)?.from;
  return typeof from === "string" && isSitePath(from) ? from : paths.dashboard;
}

function isSitePath(path: string): boolean {
  // Browsers read "//host" and "/\host" as another site, with tabs and line ends ignored.
  if (!path.startsWith("/") || !URL.canParse(path, location.origin)) return false;
  const url = new URL(path, location.origin);
  return url.origin === location.origin && !url.pathname.startsWith("//");
}
