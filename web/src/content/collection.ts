/** An entry of a collection, with its position. */
type Listed = { order: number };

/** Returns the slug of an entry from its folder or file name. */
export function entrySlug(file: string): string {
  return /([^/]+?)(\/(index|card|teaser))?\.ts$/.exec(file)?.[1] ?? file;
}

/** Returns the entries that `import.meta.glob` found, in order. */
export function collect<T extends Listed>(modules: Record<string, T>): (T & { slug: string })[] {
  const entries: (T & { slug: string })[] = [];
  for (const [file, entry] of Object.entries(modules)) {
    entries.push({ ...entry, slug: entrySlug(file) });
  }
  // oxlint-disable-next-line unicorn/no-array-sort -- a list of its own; browsers of 2022 have no other
  return entries.sort((a, b) => a.order - b.order || (a.slug < b.slug ? -1 : 1));
}
