import chevron from "bootstrap-icons/icons/chevron-down.svg?icon";
import {
  type FocusEvent,
  type PointerEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useLocation } from "react-router-dom";
import { menu } from "~/content/navigation";
import { services } from "~/content/services";
import { paths } from "~/paths";
import { classNames } from "~/ui/styles/class-names";
import { Icon } from "~/ui/Icon";
import layout from "~/ui/layout/layout.module.css";
import { Link } from "~/ui/Link";
import { Picture } from "~/ui/Picture";
import { useOpenOnPage } from "~/ui/useOpenOnPage";
import styles from "./ServicesMenu.module.css";

/** Hover delay before the panel opens, in milliseconds. */
const REST = 150;

/** The Services item of the bar, with its panel, which opens by mouse, touch and keyboard. */
export function ServicesMenu({ className }: { className?: string | undefined }) {
  const isCurrent = useLocation().pathname.startsWith(`${paths.services}/`);
  const panelId = useId();
  const [open, setOpen] = useOpenOnPage();
  const button = useRef<HTMLButtonElement>(null);
  const pointer = useRef("");
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [selected, setSelected] = useState(0);
  // Select the first service each time the panel opens.
  if (!open && selected !== 0) setSelected(0);

  const stopResting = () => clearTimeout(resting.current);
  useEffect(() => stopResting, []);

  // With the panel, not after it was painted: a quick Escape would go unheard.
  useLayoutEffect(() => {
    if (!open) return;
    const bar = button.current?.closest("header");
    const close = () => setOpen(false);
    const onLeave = ({ pointerType }: globalThis.PointerEvent) => {
      if (pointerType === "mouse") close();
    };
    // Touch closes the panel by a tap elsewhere.
    const onDown = ({ target }: Event) => {
      if (!bar?.contains(target as Node)) close();
    };
    // Wherever the focus is: a panel that opened under the pointer has none.
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      const isInside = button.current?.parentElement?.contains(document.activeElement);
      if (isInside) button.current?.focus();
      close();
    };
    bar?.addEventListener("pointerleave", onLeave);
    addEventListener("pointerdown", onDown);
    addEventListener("keydown", onKeyDown);
    return () => {
      bar?.removeEventListener("pointerleave", onLeave);
      removeEventListener("pointerdown", onDown);
      removeEventListener("keydown", onKeyDown);
    };
  }, [open, setOpen]);

  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  }

  const buttonProps = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== "mouse" || open) return;
      stopResting();
      resting.current = setTimeout(() => setOpen(true), REST);
    },
    onPointerLeave: stopResting,
    onPointerDown: ({ pointerType }: PointerEvent) => {
      pointer.current = pointerType;
    },
    onClick: () => {
      stopResting();
      // A mouse has already opened the panel by resting here. Its click must not close it.
      setOpen(pointer.current === "mouse" || !open);
      pointer.current = "";
    },
  };

  const shown = services[selected];
  return (
    <div className={styles.item} onBlur={onBlur}>
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
          <ul className={styles.list}>
            {services.map(({ slug, name }, index) => (
              <li key={slug}>
                <Link
                  to={paths.service(slug)}
                  className={styles.service}
                  data-selected={index === selected || undefined}
                  onPointerEnter={() => setSelected(index)}
                  onFocus={() => setSelected(index)}
                  onClick={() => setOpen(false)}
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
