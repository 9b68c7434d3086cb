import { type ComponentType, lazy, type ReactNode, useState } from "react";
import { reloadOnChunkError, forgetReload } from "./reload-on-chunk-error";

type PageModule = { default: ComponentType };

/** A page in its own chunk. */
export type LazyPage = (() => ReactNode) & { preload: () => Promise<unknown> };

const failed = new Set<() => void>();

/** Resets pages that failed to load, so that the next render tries again. */
export function retryFailedPages(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** Creates a page that is loaded on render, or earlier by `preload`. */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let Loaded: ComponentType | undefined;
  let loading: Promise<PageModule> | undefined;
  let Deferred = lazy(loadOrReload);
  const renew = () => {
    Deferred = lazy(loadOrReload);
  };

  /** Loads the page once. After a failure the next call tries again. */
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
      // Not reset at once: React renders a failing page again before it gives up.
      failed.add(renew);
      return reloadOnChunkError(cause, renew);
    }
  }

  function Shown() {
    // Chosen once: a later change of type would discard the page's state. A preloaded page renders
    // synchronously, which hydration needs to find the expected markup.
    const [Content] = useState(() => Loaded ?? Deferred);
    return <Content />;
  }
  return Object.assign(Shown, { preload });
}
