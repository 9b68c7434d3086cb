import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { bringToasts } from "../toast/toast-region";
import { classNames } from "../styles/class-names";
import { trapFocus } from "./trap-focus";
import styles from "./Dialog.module.css";

type DialogProps = Omit<ComponentProps<"dialog">, "open" | "onClose" | "onCancel" | "onKeyDown"> & {
  open: boolean;
  /** Called when Escape or something in it should close it. It stays while `open` does. */
  onClose: () => void;
  /** Its top, with the button that closes it. Toasts appear below, so that they never cover it. */
  head: ReactNode;
};

/**
 * What every dialog above the page does. Its content stays mounted while it is closed. Only this
 * file may render a `<dialog>`, because everything outside an open one, toasts too, is inert.
 */
export function Dialog({ open, onClose, head, className, children, ...rest }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const toasts = useRef<HTMLDivElement>(null);
  /** How often the browser has closed it by itself: a second Escape in a row cannot be prevented. */
  const [closings, setClosings] = useState(0);

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
  }, [open, closings]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see trapFocus
    <dialog
      {...rest}
      ref={dialog}
      className={classNames(styles.dialog, className)}
      onCancel={(event) => {
        // A file field reports a picker that was closed by an event of the same name.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // The event fires later, when it may be open again.
        if (currentTarget.open || !open) return;
        setClosings(closings + 1);
        onClose();
      }}
      onKeyDown={trapFocus}
    >
      {head}
      <div ref={toasts} className={styles.toasts} />
      {children}
    </dialog>
  );
}
