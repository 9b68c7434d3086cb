import type * as DocumentsModule from "@rules/documents.js";
import type * as PublicModule from "@rules/public.js";
import type * as StaffModule from "./staff";
import { withTimeout } from "./with-timeout";

/** The public rules module: forms and files, compiled from the same code as the server. */
export type Rules = typeof PublicModule;

/** The staff rules module: sessions, filters, sort orders and the dashboard's forms. */
export type StaffRules = typeof StaffModule;

/** The documents module: the content of Word documents. */
export type DocumentRules = typeof DocumentsModule;

/** The part of the public and the staff module that validates forms. */
export type FormValidator = Pick<Rules, "checkForm" | "checkField">;

/** A rules module that is loaded on first use. */
export type RulesModule<T> = {
  /** Loads the module once. After a failure the next call tries again. */
  load: () => Promise<T>;
  /** Returns the module if it is loaded. */
  loaded: () => T | undefined;
  /** Waits a limited time for the module, so that a visitor with a slow connection can still send. */
  within: (milliseconds?: number) => Promise<T | undefined>;
};

/** The rules of visitors' forms. */
export const publicRules = lazily<Rules>(() => import("@rules/public.js"));

/** The rules of the dashboard. */
export const staffRules = lazily<StaffRules>(() => import("./staff"));

/** The rules of a file's whole content. Only a DOCX needs them. */
export const documentRules = lazily<DocumentRules>(() => import("@rules/documents.js"));

function lazily<T>(importModule: () => Promise<T>): RulesModule<T> {
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

  return {
    load,
    loaded: () => arrived,
    within: (milliseconds) => withTimeout(load(), milliseconds),
  };
}
