/** Worked out by the rules when the site is built: `scripts/portfolio-pages.mjs`. */
declare module "virtual:portfolio-pages" {
  /** How many projects a page shows. */
  export const pageSize: number;
  /** The pager's links on each page, the first page's first. */
  export const links: readonly (readonly (number | null)[])[];
}
