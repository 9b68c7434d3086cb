import chevron from "bootstrap-icons/icons/chevron-down.svg?react";
import { useEffect, useId, useState } from "react";
import { useLocation } from "react-router-dom";
import { menu } from "~/content/navigation";
import { services } from "~/content/services";
import { paths } from "~/paths";
import { classNames } from "~/ui/styles/class-names";
import { Icon } from "~/ui/Icon";
import layout from "~/ui/layout/layout.module.css";
import { Link } from "~/ui/Link";
import { Picture } from "~/ui/Picture";
import styles from "./ServicesMenu.module.css";
import { useServicesPanel } from "./useServicesPanel";

/** The Services item of the bar, with its panel. */
export function ServicesMenu({ className }: { className?: string | undefined }) {
  const isCurrent = useLocation().pathname.startsWith(`${paths.services}/`);
  const panelId = useId();
  const { open, close, button, list, itemProps, buttonProps } = useServicesPanel();
  const [selected, setSelected] = useState(0);
  // Select the first service each time the panel opens.
  if (!open && selected !== 0) setSelected(0);

  useEffect(() => {
    const bar = button.current?.closest("header");
    if (!open || !bar) return;
    const onLeave = ({ pointerType }: PointerEvent) => {
      if (pointerType === "mouse") close();
    };
    // Touch closes the panel by a tap elsewhere.
    const onDown = ({ target }: Event) => {
      if (!bar.contains(target as Node)) close();
    };
    bar.addEventListener("pointerleave", onLeave);
    addEventListener("pointerdown", onDown);
    return () => {
      bar.removeEventListener("pointerleave", onLeave);
      removeEventListener("pointerdown", onDown);
    };
  }, [open, close, button]);

  const shown = services[selected];
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of its parts
    <div className={styles.item} {...itemProps}>
      <button
        ref={button}
        type="button"
        className={classNames(className, styles.button)}
        aria-expanded={open}
        aria-controls={panelId}
        aria-current={isCurrent ? "true" : undefined}
        {...buttonProps}
      >
        {menu.services} <Icon svg={chevron} />
      </button>
      <div id={panelId} className={styles.panel} data-open={open || undefined}>
        <div className={classNames(layout.container, styles.columns)}>
          <ul ref={list} className={styles.list}>
            {services.map(({ slug, name }, index) => (
              <li key={slug}>
                <Link
                  to={paths.service(slug)}
                  className={styles.service}
                  data-selected={index === selected || undefined}
                  onPointerEnter={() => setSelected(index)}
                  onFocus={() => setSelected(index)}
                  onClick={close}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          {shown && (
            <div className={styles.shown}>
              <div className={styles.words}>
                <p className={styles.name}>{shown.name}</p>
                <p className={styles.summary}>{shown.summary}</p>
              </div>
              <Picture
                key={shown.slug}
                source={shown.banner}
                alt=""
                sizes="(min-width: 64em) 30rem, 60vw"
                className={styles.banner}
              />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
