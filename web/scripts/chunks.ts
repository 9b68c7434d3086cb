type ModuleInfo = { importers: readonly string[]; dynamicImporters: readonly string[] } | null;
type Context = { getModuleInfo: (id: string) => ModuleInfo };

const OWN = /\/src\/|\/pkg\/|bootstrap-icons|-helper/;
const ENTRY = /entry-client\.tsx$|index\.html$/;
const DESIGN =
  /\/src\/((ui|site)\/((layout|toast|motion|format|styles|dialog)\/)?[^/]+|content\/number-words\.ts)$/;
const MANY = 4;

/** Chunks by the modules that need all of their content. */
const SHARED = {
  carousel: [/\/ui\/slides\/Carousel\.tsx$/],
  form: [/\/ContactForm\.tsx$/, /\/ApplicationForm\.tsx$/],
};

/**
 * Returns the chunk of a module if the default is unsuitable: code of every page, common parts of
 * the design system, and modules that would become many small chunks.
 */
export function chunkName(id: string, context: Context): string | null {
  if (!OWN.test(id) || ENTRY.test(id)) return null;
  const { needing, roots } = needed(id, context);
  if (roots.some((root) => ENTRY.test(root))) return "base";
  if (DESIGN.test(id) && roots.length >= MANY) return "base";
  for (const [name, parts] of Object.entries(SHARED)) {
    if (parts.every((part) => needing.some((module) => part.test(module)))) return name;
  }
  return id.endsWith("?picture") && roots.length > 1 ? "pictures" : null;
}

/** Returns the modules that import this one, directly or not, and the entry points among them. */
function needed(id: string, context: Context) {
  const roots: string[] = [];
  const seen = new Set([id]);
  for (const module of seen) {
    const info = context.getModuleInfo(module);
    if (!info) continue;
    if (info.dynamicImporters.length > 0 || info.importers.length === 0) roots.push(module);
    for (const importer of info.importers) seen.add(importer);
  }
  return { needing: [...seen], roots };
}
