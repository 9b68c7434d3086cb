import { type ComponentType, lazy, useState } from "react";

type PageModule = { default: ComponentType };

/** A page in a chunk of its own. */
export type LazyPage = ComponentType & { preload: () => Promise<unknown> };

/** Makes a page that loads when it is shown, or before that by `preload`. */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let Loaded: ComponentType | undefined;
  const preload = () => load().then((module) => ((Loaded = module.default), module));
  const Deferred = lazy(preload);

  function Page() {
    // Chosen once: a later change of type would throw away what the page holds. A preloaded page
    // renders at once, which hydration needs to find the markup that it expects.
    const [Content] = useState<ComponentType>(() => Loaded ?? Deferred);
    return <Content />;
  }
  return Object.assign(Page, { preload });
}
