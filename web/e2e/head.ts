/** The metadata of a page, parsed from its HTML. */
export function readHead(html: string) {
  const meta = (name: string) =>
    decode(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]);
  return {
    title: decode(/<title>([^<]*)<\/title>/.exec(html)?.[1]),
    description: meta("description"),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    meta,
    structured: Array.from(
      html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs),
      ([, text]) => JSON.parse(text ?? "") as Record<string, unknown>,
    ),
  };
}

function decode(text = ""): string {
  return text.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}
