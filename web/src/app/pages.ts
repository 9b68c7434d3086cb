import { entrySlug } from "../content/collection";
import { type Page, lazyPage } from "./lazy-page";

/** What a page is told of its address: what stands in the place of `:slug`. */
export type PageProps = { slug: string };

type PageModule<Default> = () => Promise<{ default: Default }>;

const modules = import.meta.glob("../pages/*/*Page.tsx");

/** The page in a file of `src/pages`, and the module by which the build finds its chunks. */
export function page<Props extends object = PageProps>(name: string) {
  return { page: lazyPage(load<Page<Props>>(name)), sources: [source(`../pages/${name}.tsx`)] };
}

/** The page of every entry of a collection: the file's default export makes it of slug and entry. */
export function pagesOf<Entry>(name: string, entries: Record<string, () => Promise<Entry>>) {
  type Make = (slug: string, entry: Entry) => Page<PageProps>;
  return Object.entries(entries).map(([file, loadEntry]) => {
    const slug = entrySlug(file);
    return {
      slug,
      page: lazyPage(async () => {
        const [{ default: make }, entry] = await Promise.all([load<Make>(name)(), loadEntry()]);
        return { default: make(slug, entry) };
      }),
      sources: [source(`../pages/${name}.tsx`), source(file)],
    };
  });
}

function load<Default>(name: string): PageModule<Default> {
  const found = modules[`../pages/${name}.tsx`];
  if (!found) throw new Error(`There is no page src/pages/${name}.tsx.`);
  return found as PageModule<Default>;
}

/** As the build's manifest names a module. */
function source(file: string): string {
  return file.replace("../", "src/");
}
