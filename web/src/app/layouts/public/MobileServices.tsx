import chevron from "bootstrap-icons/icons/chevron-down.svg?icon";
import { useId, useState } from "react";
import { useLocation } from "react-router-dom";
import { menu } from "~/content/navigation";
import { services } from "~/content/services";
import { paths } from "~/paths";
import { classNames } from "~/ui/styles/class-names";
import { Icon } from "~/ui/Icon";
import { NavLink } from "~/ui/Link";
import { Picture } from "~/ui/Picture";
import styles from "./MobileServices.module.css";

/** The Services item of the menu, which expands to a list. */
export function MobileServices({ className }: { className?: string | undefined }) {
  const isCurrent = useLocation().pathname.startsWith(`${paths.services}/`);
  const [open, setOpen] = useState(false);
  const listId = useId();
  return (
    <>
      <button
        type="button"
        className={classNames(className, styles.button)}
        aria-expanded={open}
        aria-controls={listId}
        aria-current={isCurrent ? "true" : undefined}
        onClick={() => setOpen(!open)}
      >
        {menu.services} <Icon svg={chevron} />
      </button>
      <ul id={listId} className={styles.list} hidden={!open}>
        {services.map(({ slug, name, summary, banner }) => (
          <li key={slug}>
            <NavLink to={paths.service(slug)} className={styles.service}>
              <span className={styles.thumbnail}>
                <Picture source={banner} alt="" sizes="96px" className={styles.image} />
              </span>
              <span className={styles.words}>
                <span className={styles.name}>{name}</span>
                <span className={styles.summary}>{summary}</span>
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  );
}
