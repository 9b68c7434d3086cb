import type * as RulesModule from "@rules/agency_core_wasm.js";

/** The compiled rules: the same code that the server runs. */
export type Rules = typeof RulesModule;

let loading: Promise<Rules> | undefined;
let loaded: Rules | undefined;

/** Loads the rules once. After a failed load the next call tries again. */
export function loadRules(): Promise<Rules> {
  loading ??= import("@rules/agency_core_wasm.js").then(
    (module) => (loaded = module),
    (cause: unknown) => {
      loading = undefined;
      throw cause;
    },
  );
  return loading;
}

/** The rules if they have arrived. */
export function loadedRules(): Rules | undefined {
  return loaded;
}

/** Waits a bounded time: a visitor on a poor line must still be able to send. */
export async function rulesWithin(milliseconds = 3000): Promise<Rules | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([loadRules(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
