/** A browser with one page, with the minimal interface that the smoke test needs. */
export type Engine = {
  goto: (url: string) => Promise<void>;
  /** Runs a function in the page. It must not use variables of its scope. */
  evaluate: <Result>(run: () => Result) => Promise<Result>;
  /** Types into the element of a CSS selector, or chooses a file by its path. */
  type: (selector: string, text: string) => Promise<void>;
  press: (selector: string) => Promise<void>;
  close: () => Promise<void>;
};
