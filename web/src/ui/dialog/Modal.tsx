import close from "bootstrap-icons/icons/x-lg.svg?raw";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "../IconButton";
import { trapFocus } from "./trap-focus";
import styles from "./Modal.module.css";
import { bringToasts } from "../toast/toast-region";

type ModalProps = {
  title: ReactNode;
  open: boolean;
  /** Told when the visitor closes it, by the button, by Escape or by the backdrop. */
  onClose: () => void;
  children: ReactNode;
};

/** A dialog above the page. What it holds stays as it is while it is closed. */
export function Modal({ title, open, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const toasts = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const pressed = useRef<EventTarget>(null);

  useEffect(() => {
    const element = dialog.current;
    const place = toasts.current;
    if (!element || !place || !open) return;
    // The page behind keeps its width while its scrollbar is gone.
    const { style, clientWidth } = document.documentElement;
    style.paddingRight = `${innerWidth - clientWidth}px`;
    // The browser makes the rest of the page inert, and gives the focus back afterwards.
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
      className={styles.modal}
      aria-labelledby={titleId}
      // The event comes late: it may have been opened again meanwhile.
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
      onKeyDown={trapFocus}
      // Nothing of it lies bare: what is pressed and let go on the dialog itself is its backdrop.
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && pressed.current === target) onClose();
      }}
    >
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <IconButton className={styles.close} svg={close} label="Close" onClick={onClose} />
      </header>
      <div ref={toasts} className={styles.toasts} />
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
