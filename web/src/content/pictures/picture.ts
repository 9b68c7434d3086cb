/** A picture of the site in several widths, as `make pictures` made it. */
export type Picture = {
  name: string;
  /** Changes whenever what the picture is made of does. */
  hash: string;
  /** The size of the largest copy. */
  width: number;
  height: number;
  /** The widths there are, ascending. */
  widths: readonly number[];
};

/** The formats that every picture comes in, the better one first. */
export const formats = ["avif", "webp"] as const;

/** Where a copy of a picture is served. */
export function pictureUrl(
  { name, hash }: Picture,
  width: number,
  format: (typeof formats)[number],
): string {
  return `/assets/pictures/${name}-${hash}-${width}.${format}`;
}
