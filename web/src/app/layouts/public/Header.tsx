import { barLinks, menu, type NavigationLink } from "~/content/navigation";
import { services } from "~/content/services";
import { paths } from "~/paths";
import { Link, NavLink } from "~/ui/Link";
import { Logo } from "~/site/Logo";
import { ContactButton } from "./ContactButton";
import { ContactStrip } from "./ContactStrip";
import styles from "./Header.module.css";
import { MobileMenu } from "./MobileMenu";
import { ServicesMenu } from "./ServicesMenu";
import { useScrolled } from "./useScrolled";

/** The contact strip and the sticky navigation bar. */
export function Header() {
  const scrolled = useScrolled();
  return (
    <>
      <ContactStrip />
      <header className={styles.bar} data-compact={scrolled || undefined}>
        <div className={styles.ground} />
        <div className={styles.inner}>
          <Link to={paths.home} className={styles.logo}>
            <Logo nameClass={styles.logoName} />
          </Link>
          <nav className={styles.nav} aria-label={menu.bar}>
            <BarLinks links={barLinks.before} />
            {services.length > 0 && <ServicesMenu className={styles.link} />}
            <BarLinks links={barLinks.after} />
          </nav>
          <ContactButton size="s" className={styles.contact} />
          <MobileMenu className={styles.menu} />
        </div>
      </header>
    </>
  );
}

function BarLinks({ links }: { links: readonly NavigationLink[] }) {
  return links.map(({ label, to }) => (
    <NavLink key={to} to={to} end={to === paths.home} className={styles.link}>
      {label}
    </NavLink>
  ));
}
