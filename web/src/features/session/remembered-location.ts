import type { Location } from "react-router-dom";
import { paths } from "~/paths";

/** The state of a redirect to the login page. */
export type LoginState = { from: string };

/** Returns the state of a redirect to the login page, which remembers a location of this site. */
export function loginState({
  pathname,
  search,
  hash,
}: Pick<Location, "pathname" | "search" | "hash">): LoginState {
  return { from: pathname + search + hash };
}

/** Returns the destination after the login. Accepts only paths of this site. */
export function destination(state: unknown): string {
  const from = (state as Partial<LoginState> | null)?.from;
  return typeof from === "string" && isSitePath(from) ? from : paths.dashboard;
}

function isSitePath(path: string): boolean {
  if (!path.startsWith("/")) return false;
  try {
    // Browsers read "//host" and "/\host" as another site, and ignore tabs and line breaks.
    // `URL.canParse` is missing in Safari 16.
    const url = new URL(path, location.origin);
    return url.origin === location.origin && !url.pathname.startsWith("//");
  } catch {
    return false;
  }
}
