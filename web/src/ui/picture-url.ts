/** A picture, as returned by `import … from "./name.webp?picture"`. */
export type Picture = {
  name: string;
  /** A hash of the picture and its compression settings. */
  hash: string;
  /** The size of the largest copy, in pixels. */
  width: number;
  height: number;
};

/**
 * The widths of a picture's copies, as fractions of its own. The smallest fits a cover on phones up
 * to 393 pixels wide, twice as dense.
 */
const PARTS = [0.285, 0.45, 0.7, 1];

/** Returns the widths of a picture's copies in pixels, ascending. */
export function pictureWidths({ width }: Pick<Picture, "width">): number[] {
  return PARTS.map((part) => Math.round(width * part));
}

/** Returns the URL of a copy. */
export function pictureUrl({ name, hash }: Picture, width: number): string {
  return `/assets/pictures/${name}-${hash}-${width}.webp`;
}
