import close from "bootstrap-icons/icons/x-lg.svg?react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../Button";
import { Icon } from "../Icon";
import { IconButton } from "../IconButton";
import { classNames } from "../styles/class-names";
import { trapFocus } from "./trap-focus";
import styles from "./Modal.module.css";
import { bringToasts } from "../toast/toast-region";

type ModalProps = {
  title: ReactNode;
  open: boolean;
  /** Fills the window instead of being as large as its content, and says "Close" on its button. */
  wide?: boolean;
  /** Called when the button, Escape or the backdrop closes it. */
  onClose: () => void;
  children: ReactNode;
};

/** A dialog above the page. Its content stays mounted while it is closed. */
export function Modal({ title, open, wide = false, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const toasts = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const pressed = useRef<EventTarget>(null);

  useEffect(() => {
    const element = dialog.current;
    const place = toasts.current;
    if (!element || !place || !open) return;
    // Keep the page's width while its scrollbar is hidden.
    const { style, clientWidth } = document.documentElement;
    style.paddingRight = `${innerWidth - clientWidth}px`;
    // The browser makes the rest of the page inert and returns the focus afterwards.
    element.showModal();
    const bringBack = bringToasts(place);
    return () => {
      bringBack();
      style.paddingRight = "";
      element.close();
    };
  }, [open]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see trapFocus
    <dialog
      ref={dialog}
      className={classNames(styles.modal, wide && styles.wide)}
      aria-labelledby={titleId}
      // The event fires later, when it may be open again.
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
      onKeyDown={trapFocus}
      // Its content covers it, so a click on the dialog itself is one on its backdrop.
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && pressed.current === target) onClose();
      }}
    >
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {wide ? (
          <Button className={styles.closeWide} tone="outline" size="s" onClick={onClose}>
            <Icon svg={close} /> Close
          </Button>
        ) : (
          <IconButton className={styles.close} svg={close} label="Close" onClick={onClose} />
        )}
      </header>
      <div ref={toasts} className={styles.toasts} />
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
