import { sourceTextLength } from "~/rules/metadata";
import { firstAddress } from "../state/first-address";
import type { SourceForm } from "./schema";

/** Parameters with which advertisements mark a click. Their values identify people, so they are not read. */
const CLICK_MARKS = ["gclid", "gbraid", "wbraid", "msclkid"];

/**
 * Returns what brought the visitor, read from the URL and the referrer of the document. Nothing is stored in the browser.
 * A document that was opened from this site has no source.
 */
export function visitSource(
  address = firstAddress(),
  { referrer, origin } = { referrer: document.referrer, origin: location.origin },
): SourceForm | undefined {
  const from = parse(referrer);
  if (from?.origin === origin) return undefined;
  const { pathname, searchParams } = new URL(address);
  const text = (name: string) => cut(searchParams.get(name));
  return {
    landing: cut(pathname),
    referrer: from?.protocol.startsWith("http") ? cut(from.host) : null,
    utm_source: text("utm_source"),
    utm_medium: text("utm_medium"),
    utm_campaign: text("utm_campaign"),
    clicked: CLICK_MARKS.some((mark) => searchParams.has(mark)),
  };
}

// By characters, so that no emoji is halved.
const cut = (text: string | null) => text && Array.from(text).slice(0, sourceTextLength).join("");

function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    // Most visits have no referrer.
    return undefined;
  }
}
