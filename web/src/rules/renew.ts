import { withTimeout } from "./with-timeout";
import type { FormValidator, ModuleName, RulesModule } from "./load";
import { builtVersion } from "./metadata";

/** The content of `/rules.json`: the version of the site's rules and the URLs of their modules. */
type Manifest = { version: string } & Record<ModuleName, string>;

/** Returns whether the server uses another version of the rules than this page. */
export function isOtherVersion(module: RulesModule<FormValidator>, version: string | undefined) {
  return version !== undefined && version !== (module.loaded()?.version ?? builtVersion);
}

/**
 * Replaces a module by the one of the given version. The files of the page's own build may be gone,
 * and while instances of two releases are running, `/rules.json` may name another version. Then it
 * returns nothing, and the server's validation decides.
 */
export function renewRules<T extends FormValidator>(
  module: RulesModule<T>,
  version: string | undefined,
): Promise<T | undefined> {
  return withTimeout(fetchRules(module, version));
}

async function fetchRules<T extends FormValidator>(module: RulesModule<T>, version: unknown) {
  // Bypasses every cache.
  const answer = await fetch("/rules.json", { cache: "no-cache" });
  const manifest = (await answer.json()) as Manifest;
  if (manifest.version !== version) return undefined;
  const renewed = (await import(/* @vite-ignore */ manifest[module.name])) as T;
  module.replace(renewed);
  return renewed;
}
