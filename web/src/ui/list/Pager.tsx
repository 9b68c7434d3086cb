import { Link } from "react-router-dom";
import { useRules } from "../../rules/useRules";
import styles from "./Pager.module.css";

type PagerProps = {
  /** What is paged, for those who hear it. */
  label: string;
  page: number;
  count: number;
  pageSize: number;
  /** The query string of a page. */
  search: (page: number) => string;
};

/** Links to the pages of a list; nothing where one page holds it all. */
export function Pager({ label, page, count, pageSize, search }: PagerProps) {
  const rules = useRules();
  const pages = rules?.pageCount(count, pageSize);
  const links = pages !== undefined && rules?.pageLinks(page, pages);
  // Without the rules one step on and one step back still work.
  const hasNext = pages === undefined ? page * pageSize < count : page < pages;
  if (page === 1 && !hasNext) return null;
  return (
    <nav className={styles.pager} aria-label={label}>
      {page > 1 && (
        <Link className={styles.step} to={search(page - 1)} rel="prev">
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
      {hasNext && (
        <Link className={styles.step} to={search(page + 1)} rel="next">
          Next
        </Link>
      )}
    </nav>
  );
}
