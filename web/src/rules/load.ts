import type * as PublicModule from "@rules/public.js";
import type * as StaffModule from "@rules/staff.js";
import { withTimeout } from "./with-timeout";

/** The public rules module: forms and files, compiled from the same code as the server. */
export type Rules = typeof PublicModule;

/** The staff rules module: sessions, filters, sort orders and the dashboard's forms. */
export type StaffRules = typeof StaffModule;

/** The part of both modules that validates forms. */
export type FormValidator = Pick<Rules, "checkForm" | "checkField" | "version">;

/** The names of the modules. */
export type ModuleName = "public" | "staff";

/** A rules module that is loaded on first use. */
export type RulesModule<T> = {
  name: ModuleName;
  /** Loads the module once. After a failure the next call tries again. */
  load: () => Promise<T>;
  /** Returns the module if it is loaded. */
  loaded: () => T | undefined;
  /** Waits a limited time for the module, so that a visitor with a slow connection can still send. */
  within: (milliseconds?: number) => Promise<T | undefined>;
  /** Replaces the module by that of another version. */
  replace(module: T): void;
};

/** The rules of visitors' forms. */
export const publicRules = lazily<Rules>("public", () => import("@rules/public.js"));

/** The rules of the dashboard. */
export const staffRules = lazily<StaffRules>("staff", () => import("@rules/staff.js"));

function lazily<T>(name: ModuleName, importModule: () => Promise<T>): RulesModule<T> {
  let loading: Promise<T> | undefined;
  let arrived: T | undefined;

  function load(): Promise<T> {
    loading ??= importModule().then(
      (module) => (arrived = module),
      (cause: unknown) => {
        loading = undefined;
        throw cause;
      },
    );
    return loading;
  }

  function replace(module: T) {
    arrived = module;
    loading = Promise.resolve(module);
  }

  return {
    name,
    load,
    loaded: () => arrived,
    within: (milliseconds) => withTimeout(load(), milliseconds),
    replace,
  };
}
