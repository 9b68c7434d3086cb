/** What a picture is made of. */
export type Source = {
  /** Names its files and, in camel case, its constant. */
  name: string;
  /** How large it is drawn, in CSS pixels; it is taken at twice as many. */
  size: readonly [width: number, height: number];
  /** The widths that it is offered in, ascending. */
  widths: readonly number[];
} & (Page | Avatar);

type Page = {
  /** An HTML page under `web/pictures`. It may use its own folder and `shared`. */
  page: string;
  /** Handed to the page in its address. */
  data?: Readonly<Record<string, string>>;
  /** Other folders under `web/pictures` that it uses. */
  uses?: readonly string[];
};

type Avatar = {
  /** A drawn portrait: the seed chooses the person, the background is a hex color without "#". */
  avatar: {
    seed: string;
    background: string;
    /** Settings of the drawing style, where the seed's choice does not fit. */
    options?: Readonly<Record<string, unknown>>;
  };
};

/** Pictures by the module under `src/content/pictures` that tells of them. */
export type Modules = Readonly<Record<string, readonly Source[]>>;
