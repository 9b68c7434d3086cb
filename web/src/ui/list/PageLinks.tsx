import { Link } from "../Link";
import styles from "./PageLinks.module.css";

type PageLinksProps = {
  /** The name of the list, for the accessible name. */
  label: string;
  page: number;
  previous: number | undefined;
  next: number | undefined;
  /** Linked page numbers, with null for a gap. Undefined while unknown. */
  links: readonly (number | null)[] | undefined;
  /** Returns the query string of a page. */
  search: (page: number) => string;
};

/** Pagination links: previous, page numbers, next. */
export function PageLinks({ label, page, previous, next, links, search }: PageLinksProps) {
  return (
    <nav className={styles.pager} aria-label={label}>
      {previous !== undefined && (
        <Link className={styles.step} to={search(previous)} rel="prev">
          Previous
        </Link>
      )}
      {links && (
        <ol className={styles.pages}>
          {links.map((target, index) =>
            target === null ? (
              <li key={`gap before ${links[index + 1]}`} className={styles.gap} aria-hidden="true">
                …
              </li>
            ) : (
              <li key={target}>
                <Link
                  className={styles.page}
                  aria-label={`Page ${target}`}
                  to={search(target)}
                  aria-current={target === page ? "page" : undefined}
                >
                  {target}
                </Link>
              </li>
            ),
          )}
        </ol>
      )}
      {next !== undefined && (
        <Link className={styles.step} to={search(next)} rel="next">
          Next
        </Link>
      )}
    </nav>
  );
}
