import { type ComponentType, type ReactNode, use } from "react";
import { forgetReload, reloadOnChunkError } from "./reload-on-chunk-error";

/** A page in its own chunk. */
export type LazyPage = ComponentType & {
  /** Loads the page, and returns the component in its file. */
  preload: () => Promise<unknown>;
};

const failed = new Set<() => void>();

/** Lets pages that failed to load try again on the next render. */
export function retryFailedPages(): void {
  for (const retry of failed) retry();
  failed.clear();
}

/** Creates a page that is loaded on render, or earlier by `preload`, together with its props. */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  loadProps: () => Promise<Props> = async () => ({}) as Props,
): LazyPage {
  let page: ReactNode;
  let loading: Promise<void> | undefined;
  const retry = () => {
    loading = undefined;
  };

  async function preload() {
    const [{ default: Page }, props] = await Promise.all([load(), loadProps()]);
    page = <Page {...props} />;
    return Page;
  }

  async function loadOrReload() {
    try {
      await preload();
      forgetReload();
    } catch (cause) {
      // Not at once: React renders a failing page again before it gives up.
      failed.add(retry);
      await reloadOnChunkError(cause);
    }
  }

  function Shown() {
    // A preloaded page renders at once, because hydration must find the same markup.
    if (!page) loading ??= loadOrReload();
    // One that has waited must do so again, until React has rendered it.
    if (loading) use(loading);
    return page;
  }
  return Object.assign(Shown, { preload });
}
