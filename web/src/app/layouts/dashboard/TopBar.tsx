import { Fragment, type ReactNode } from "react";
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
  const tools = [
    <Fragment key="search">{search}</Fragment>,
    <div key="tools" className={styles.tools}>
      <Keys />
      <SchemeButton />
    </div>,
  ];
  const account = <Fragment key="account">{user}</Fragment>;
  return (
    <header className={styles.bar}>
      <Link to={paths.home} className={styles.logo}>
        <Logo />
      </Link>
      {/* In the order in which they are drawn, which is that of the focus. */}
      {isWide ? [...tools, account] : [account, ...tools]}
    </header>
  );
}
