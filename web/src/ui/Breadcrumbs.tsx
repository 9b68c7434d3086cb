import styles from "./Breadcrumbs.module.css";
import { Link } from "./Link";

/** A step of the path. The current page has no address. */
export type Crumb = { name: string; path?: string };

/** The path from the home page to this one. */
export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles.trail}>
        {trail.map(({ name, path }) => (
          <li key={name}>
            {path === undefined ? (
              <span aria-current="page">{name}</span>
            ) : (
              <Link to={path}>{name}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
