import { withTimeout } from "./with-timeout";
import type { FormValidator, ModuleName, RulesModule } from "./load";
import { builtVersion } from "./metadata";

/** What `/rules.json` tells: which rules the site judges by, and where their modules are. */
type Manifest = { version: string } & Record<ModuleName, string>;

/** Whether a server judges by other rules than this page does by now. */
export function isOtherVersion(module: RulesModule<FormValidator>, version: string | undefined) {
  return version !== undefined && version !== (module.loaded()?.version ?? builtVersion);
}

/**
 * Has a module judge by the rules of this version from now on. What the page was built with may be
 * gone from the server, and where instances of two releases serve it may name the others: then
 * nothing comes, and the server's own verdict is all that there is.
 */
export function renewRules<T extends FormValidator>(
  module: RulesModule<T>,
  version: string | undefined,
): Promise<T | undefined> {
  return withTimeout(fetchRules(module, version));
}

async function fetchRules<T extends FormValidator>(module: RulesModule<T>, version: unknown) {
  // Asked for anew at the server, whatever was kept on the way.
  const answer = await fetch("/rules.json", { cache: "no-cache" });
  const manifest = (await answer.json()) as Manifest;
  if (manifest.version !== version) return undefined;
  const renewed = (await import(/* @vite-ignore */ manifest[module.name])) as T;
  module.replace(renewed);
  return renewed;
}
