import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Link } from "~/ui/Link";
import { Logo } from "~/site/Logo";
import { Keys } from "./Keys";
import { SchemeButton } from "./SchemeButton";
import styles from "./TopBar.module.css";

type TopBarProps = { search: ReactNode; user: ReactNode };

/** The bar above every dashboard page. */
export function TopBar({ search, user }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <Link to={paths.home} className={styles.logo}>
        <Logo />
      </Link>
      {search}
      <div className={styles.tools}>
        <Keys />
        <SchemeButton />
      </div>
      {user}
    </header>
  );
}
