import close from "bootstrap-icons/icons/x-lg.svg?raw";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "../IconButton";
import { trapFocus } from "./trap-focus";
import styles from "./Modal.module.css";
import { bringToasts } from "../toast/toast-region";

type ModalProps = {
  title: ReactNode;
  open: boolean;
  /** Called when the visitor closes it by the button, Escape or the backdrop. */
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog. Keeps the state of its content while it is closed. */
export function Modal({ title, open, onClose, children }: ModalProps) {
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
    // A modal dialog makes the rest of the page inert and restores the focus on close.
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
      // The event is asynchronous: the dialog may have been opened again.
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
      onKeyDown={trapFocus}
      // The content covers the dialog, so a press on the dialog itself hits the backdrop.
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
