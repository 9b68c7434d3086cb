import { type ComponentType, lazy, useState } from "react";
import { recover, recovered } from "./recover";

type PageModule = { default: ComponentType };

/** A page in a chunk of its own. */
export type LazyPage = ComponentType & { preload: () => Promise<unknown> };

const failed = new Set<() => void>();

/** Has pages that could not be loaded tried again when they are next shown. */
export function forgetFailures(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** Makes a page that loads when it is shown, or before that by `preload`. */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let Loaded: ComponentType | undefined;
  const preload = () => load().then((module) => ((Loaded = module.default), module));
  let Deferred = lazy(loadOrRecover);
  const renew = () => {
    Deferred = lazy(loadOrRecover);
  };

  async function loadOrRecover() {
    try {
      const module = await preload();
      recovered();
      return module;
    } catch (cause) {
      // Not renewed at once: React tries a failing page again before it gives up.
      failed.add(renew);
      return recover(cause, renew);
    }
  }

  function Page() {
    // Chosen once: a later change of type would throw away what the page holds. A preloaded page
    // renders at once, which hydration needs to find the markup that it expects.
    const [Content] = useState<ComponentType>(() => Loaded ?? Deferred);
    return <Content />;
  }
  return Object.assign(Page, { preload });
}
