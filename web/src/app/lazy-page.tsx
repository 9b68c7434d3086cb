import { type ComponentType, lazy, type ReactNode, useState } from "react";
import { reloadOnChunkError, forgetReload } from "./reload-on-chunk-error";

type PageModule = { default: ComponentType };

/** A page in a chunk of its own. */
export type LazyPage = (() => ReactNode) & { preload: () => Promise<unknown> };

const failed = new Set<() => void>();

/** Has pages that could not be loaded tried again when they are next shown. */
export function retryFailedPages(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** Makes a page that loads when it is shown, or before that by `preload`. */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let Loaded: ComponentType | undefined;
  let loading: Promise<PageModule> | undefined;
  let Deferred = lazy(loadOrReload);
  const renew = () => {
    Deferred = lazy(loadOrReload);
  };

  /** Loads it once. After a failed load the next call tries again. */
  function preload(): Promise<PageModule> {
    loading ??= load().then(
      (module) => ((Loaded = module.default), module),
      (cause: unknown) => {
        loading = undefined;
        throw cause;
      },
    );
    return loading;
  }

  async function loadOrReload() {
    try {
      const module = await preload();
      forgetReload();
      return module;
    } catch (cause) {
      // Not renewed at once: React tries a failing page again before it gives up.
      failed.add(renew);
      return reloadOnChunkError(cause, renew);
    }
  }

  function Shown() {
    // Chosen once: a later change of type would throw away what the page holds. A preloaded page
    // renders at once, which hydration needs to find the markup that it expects.
    const [Content] = useState(() => Loaded ?? Deferred);
    return <Content />;
  }
  return Object.assign(Shown, { preload });
}
