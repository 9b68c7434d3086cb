/** Computed by the rules at build time: `scripts/portfolio-pages.mjs`. */
declare module "virtual:portfolio-pages" {
  /** Projects per page. */
  export const pageSize: number;
  /** The pagination links of each page, starting with the first. */
  export const links: readonly (readonly (number | null)[])[];
}
