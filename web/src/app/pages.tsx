import type { ComponentType } from "react";
import { type LazyPage, lazyPage } from "./lazy-page";

/** A page component with the modules that it needs. */
export type LoadedPage = {
  Component: LazyPage;
  /** The entry modules of the page, by which the build finds its chunks. */
  entryModules: string[];
};

const modules = import.meta.glob("../pages/*/*Page.tsx");

/** Returns the page in a file of `src/pages`. */
export function page(name: string): LoadedPage {
  return { Component: lazyPage(load(name)), entryModules: [source(`../pages/${name}.tsx`)] };
}

/** Returns the page with a name of `publicPages`: `hireUs` is `hire-us/HireUsPage`. */
export function pageNamed(name: string): LoadedPage {
  const words = name.replace(/[A-Z]/g, " $&").split(" ");
  const folder = words.join("-").toLowerCase();
  const component = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return page(`${folder}/${component}Page`);
}

/**
 * Returns a page in a file of `src/pages` with props that are loaded together with it, from `file`
 * if they have their own chunk.
 */
export function pageWith<Props extends object>(
  name: string,
  loadProps: () => Promise<Props>,
  file?: string,
): LoadedPage {
  return {
    Component: lazyPage(async () => {
      const [{ default: Shown }, props] = await Promise.all([load<Props>(name)(), loadProps()]);
      return { default: () => <Shown {...props} /> };
    }),
    entryModules: [`../pages/${name}.tsx`, ...(file ? [file] : [])].map(source),
  };
}

function load<Props = object>(name: string) {
  const found = modules[`../pages/${name}.tsx`];
  if (!found) throw new Error(`There is no page src/pages/${name}.tsx.`);
  return found as () => Promise<{ default: ComponentType<Props> }>;
}

/** Returns the name of a module in the build's manifest. */
function source(file: string): string {
  return file.replace("../", "src/");
}
