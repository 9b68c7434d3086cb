import type { SourceResponse } from "~/api/schema";
import { barLinks } from "~/content/navigation";
import { services } from "~/content/services";
import { paths } from "~/paths";
import { channelLabel } from "~/rules/labels";

/** The names of the pages that many visits begin with, by their paths. */
const pageNames: Record<string, string> = {
  ...Object.fromEntries(
    [...barLinks.before, ...barLinks.after].map(({ to, label }) => [to, label]),
  ),
  [paths.contact]: "Contact Us",
  ...Object.fromEntries(services.map(({ slug, name }) => [paths.service(slug), name])),
};

/** Says where a submission came from: "Came from google.com (Search), landed on Web Applications". */
export function SourceSentence({ source }: { source: SourceResponse }) {
  const { channel, landing, referrer, utm_source, utm_campaign } = source;
  if (channel === "unknown") return "Unknown";
  const from = utm_source ?? referrer ?? "an unknown source";
  return [
    channel === "direct" ? "Came directly" : `Came from ${from} (${channelLabel(channel)})`,
    utm_campaign && `campaign “${utm_campaign}”`,
    landing && `landed on ${pageNames[landing] ?? landing}`,
  ]
    .filter(Boolean)
    .join(", ");
}
