import type * as PublicModule from "@rules/public.js";
import type * as StaffModule from "@rules/staff.js";
import { withTimeout } from "./with-timeout";

/** The compiled rules of the forms: the same code that the server runs. */
export type Rules = typeof PublicModule;

/** The compiled rules of the dashboard: sessions, pages, orders and its forms. */
export type StaffRules = typeof StaffModule;

/** What judges forms: either module, each its own. */
export type FormValidator = Pick<Rules, "checkForm" | "checkField" | "version">;

/** The names of the modules. */
export type ModuleName = "public" | "staff";

/** A module of compiled rules that is loaded when it is first asked for. */
export type RulesModule<T> = {
  name: ModuleName;
  /** Loads the module once. After a failed load the next call tries again. */
  load: () => Promise<T>;
  /** The module if it has arrived. */
  loaded: () => T | undefined;
  /** Waits a bounded time: a visitor on a poor line must still be able to send. */
  within: (milliseconds?: number) => Promise<T | undefined>;
  /** Has the module of another version answer from now on. */
  replace(module: T): void;
};

/** What judges forms. */
export const publicRules = lazily<Rules>("public", () => import("@rules/public.js"));

/** What the dashboard asks. */
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
