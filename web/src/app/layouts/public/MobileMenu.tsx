import close from "bootstrap-icons/icons/x-lg.svg?react";
import list from "bootstrap-icons/icons/list.svg?react";
import { type MouseEvent, useEffect, useRef } from "react";
import { barLinks, menu, type NavigationLink } from "~/content/navigation";
import { services } from "~/content/services";
import { paths } from "~/paths";
import { classNames } from "~/ui/styles/class-names";
import { Icon } from "~/ui/Icon";
import { trapFocus } from "~/ui/dialog/trap-focus";
import { NavLink } from "~/ui/Link";
import { Logo } from "~/site/Logo";
import { useMediaQuery } from "~/ui/motion/useMediaQuery";
import { useOpenOnPage } from "~/ui/useOpenOnPage";
import { ContactButton } from "./ContactButton";
import { siteMapId } from "./Footer";
import styles from "./MobileMenu.module.css";
import { MobileServices } from "./MobileServices";

/** The menu button of narrow screens, with the full-screen menu. */
export function MobileMenu({ className }: { className?: string | undefined }) {
  const wide = useMediaQuery("(min-width: 48em)");
  const dialog = useRef<HTMLDialogElement>(null);
  const [opened, setOpened] = useOpenOnPage();
  // Wide screens show the bar instead.
  const open = opened && !wide;
  const shut = () => setOpened(false);

  useEffect(() => {
    // A modal dialog makes the rest of the page inert and restores the focus on close.
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears its links */}
      <dialog
        ref={dialog}
        className={styles.menu}
        aria-label={menu.open}
        onClose={shut}
        onClick={closeAfterChoice}
        onKeyDown={trapFocus}
      >
        <div className={styles.top}>
          <Logo />
          <button type="button" className={styles.button} aria-label={menu.close} onClick={shut}>
            <Icon svg={close} />
          </button>
        </div>
        <nav className={styles.links} aria-label={menu.mobile}>
          <MenuLinks links={barLinks.before} />
          {services.length > 0 && <MobileServices className={styles.link} />}
          <MenuLinks links={barLinks.after} />
        </nav>
        <div className={styles.end}>
          <ContactButton />
        </div>
      </dialog>
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
