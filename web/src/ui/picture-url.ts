/** A picture, as the build makes it of `import … from "./name.webp?picture"`. */
export type Picture = {
  name: string;
  /** Changes whenever the picture, or how it is compressed, does. */
  hash: string;
  /** The size of the largest copy. */
  width: number;
  height: number;
};

/** The widths of a picture's copies, as parts of its own. The first of a cover is as wide as most phones show it. */
const PARTS = [0.27, 0.45, 0.7, 1];

/** The widths that a picture comes in, ascending. */
export function pictureWidths({ width }: Pick<Picture, "width">): number[] {
  return PARTS.map((part) => Math.round(width * part));
}

/** Where a copy of a picture is served. */
export function pictureUrl({ name, hash }: Picture, width: number): string {
  return `/assets/pictures/${name}-${hash}-${width}.webp`;
}
