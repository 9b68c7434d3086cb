import search from "bootstrap-icons/icons/search.svg?raw";
import type { ReactNode } from "react";
import { paths } from "../../paths";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import { Logo } from "../../site/Logo";
import styles from "./TopBar.module.css";

/** The bar above every dashboard page. Its search box has nothing to search yet. */
export function TopBar({ user }: { user: ReactNode }) {
  return (
    <header className={styles.bar}>
      <Link to={paths.home} className={styles.logo}>
        <Logo />
      </Link>
      <search className={styles.search}>
        <Icon svg={search} />
        <input type="search" placeholder="Search" aria-label="Search" autoComplete="off" />
      </search>
      {user}
    </header>
  );
}
