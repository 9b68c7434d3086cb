import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Link } from "~/ui/Link";
import { Logo } from "~/site/Logo";
import { TABLET, useMediaQuery } from "~/ui/motion/useMediaQuery";
import { Keys } from "./Keys";
import { SchemeButton } from "./SchemeButton";
import styles from "./TopBar.module.css";

type TopBarProps = { search: ReactNode; user: ReactNode };

/** The bar above every dashboard page. */
export function TopBar({ search, user }: TopBarProps) {
  const isWide = useMediaQuery(TABLET);
  return (
    <header className={styles.bar}>
      <Link to={paths.home} className={styles.logo}>
        <Logo />
      </Link>
      {/* In the order in which they are drawn, which is that of the focus. An open dialog in the tools
          must not move, because it would no longer be modal. */}
      {!isWide && user}
      {search}
      <div className={styles.tools}>
        <Keys />
        <SchemeButton />
      </div>
      {isWide && user}
    </header>
  );
}
