import { site } from "../content/site";
import styles from "./Logo.module.css";

/** The agency's logo: a bend of the river, and its name. */
export function Logo({ nameClass }: { nameClass?: string | undefined }) {
  return (
    <span className={styles.logo}>
      <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
        <rect className={styles.ground} width="32" height="32" rx="9" />
        <path
          className={styles.river}
          d="M10 5.5c10.5 0 13.5 3 13.5 6.2 0 5.6-14.5 3.2-14.5 8.9 0 3.4 4.6 5.9 13.5 5.9"
        />
      </svg>
      <span className={nameClass}>{site.name}</span>
    </span>
  );
}
