import close from "bootstrap-icons/icons/x-lg.svg?icon";
import list from "bootstrap-icons/icons/list.svg?icon";
import type { MouseEvent } from "react";
import { barLinks, menu, type NavigationLink } from "~/content/navigation";
import { services } from "~/content/services";
import { paths } from "~/paths";
import { classNames } from "~/ui/styles/class-names";
import { Icon } from "~/ui/Icon";
import { Dialog } from "~/ui/dialog/Dialog";
import { NavLink } from "~/ui/Link";
import { Logo } from "~/site/Logo";
import { TABLET, useMediaQuery } from "~/ui/motion/useMediaQuery";
import { useOpenOnPage } from "~/ui/useOpenOnPage";
import { ContactButton } from "./ContactButton";
import { siteMapId } from "./Footer";
import styles from "./MobileMenu.module.css";
import { MobileServices } from "./MobileServices";

/** The menu button of narrow screens, with the full-screen menu. */
export function MobileMenu({ className }: { className?: string | undefined }) {
  const wide = useMediaQuery(TABLET);
  const [opened, setOpened] = useOpenOnPage();
  // Wide screens show the bar instead.
  const open = opened && !wide;
  const shut = () => setOpened(false);

  function closeAfterChoice(event: MouseEvent) {
    if ((event.target as Element).closest("a")) shut();
  }

  return (
    <div className={className}>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpened(true)}
      >
        <Icon svg={list} />
        <span className="visually-hidden">{menu.open}</span>
      </button>
      <a href={`#${siteMapId}`} className={classNames(styles.button, styles.plain)}>
        <Icon svg={list} />
        <span className="visually-hidden">{menu.open}</span>
      </a>
      <Dialog
        open={open}
        onClose={shut}
        className={styles.menu}
        aria-label={menu.open}
        onClick={closeAfterChoice}
        head={
          <div className={styles.top}>
            <Logo />
            <button type="button" className={styles.button} aria-label={menu.close} onClick={shut}>
              <Icon svg={close} />
            </button>
          </div>
        }
      >
        <nav className={styles.links} aria-label={menu.mobile}>
          <MenuLinks links={barLinks.before} />
          {services.length > 0 && <MobileServices className={styles.link} />}
          <MenuLinks links={barLinks.after} />
        </nav>
        <div className={styles.end}>
          <ContactButton />
        </div>
      </Dialog>
    </div>
  );
}

function MenuLinks({ links }: { links: readonly NavigationLink[] }) {
  return links.map(({ label, to }) => (
    <NavLink key={to} to={to} end={to === paths.home} className={styles.link}>
      {label}
    </NavLink>
  ));
}
