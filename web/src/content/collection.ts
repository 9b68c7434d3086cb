/** What a collection lists of each of its entries: in which order they stand. */
type Listed = { order: number };

/** The folder or file of an entry names it: its slug. */
export function entrySlug(file: string): string {
  return /([^/]+?)(\/index)?\.ts$/.exec(file)?.[1] ?? file;
}

/** The entries of a collection that `import.meta.glob` found, in their order. */
export function collect<T extends Listed>(modules: Record<string, T>): (T & { slug: string })[] {
  const entries: (T & { slug: string })[] = [];
  for (const [file, entry] of Object.entries(modules)) {
    entries.push({ ...entry, slug: entrySlug(file) });
  }
  // oxlint-disable-next-line unicorn/no-array-sort -- a list of its own; browsers of 2022 have no other
  return entries.sort((a, b) => a.order - b.order || (a.slug < b.slug ? -1 : 1));
}
