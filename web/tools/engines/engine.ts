/** A browser with one page, whichever its engine is: as little as the smoke test needs. */
export type Engine = {
  goto: (url: string) => Promise<void>;
  /** Runs a function in the page, which may use nothing of what stands around it. */
  evaluate: <Result>(run: () => Result) => Promise<Result>;
  /** Types into the element of a CSS selector, or chooses a file by its path. */
  type: (selector: string, text: string) => Promise<void>;
  press: (selector: string) => Promise<void>;
  close: () => Promise<void>;
};
