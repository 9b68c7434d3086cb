import close from "bootstrap-icons/icons/x-lg.svg?icon";
import { type ReactNode, useId, useRef } from "react";
import { Button } from "../Button";
import { Icon } from "../Icon";
import { IconButton } from "../IconButton";
import { classNames } from "../styles/class-names";
import { Dialog } from "./Dialog";
import styles from "./Modal.module.css";

type ModalProps = {
  title: ReactNode;
  open: boolean;
  /** Fills the window instead of being as large as its content, and says "Close" on its button. */
  wide?: boolean;
  /** Called when the button, Escape or the backdrop closes it. */
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a title, in the middle of the window. */
export function Modal({ title, open, wide = false, onClose, children }: ModalProps) {
  const titleId = useId();
  const pressed = useRef<EventTarget>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      className={classNames(styles.modal, wide && styles.wide)}
      aria-labelledby={titleId}
      // Its content covers it, so a click on the dialog itself is one on its backdrop.
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && pressed.current === target) onClose();
      }}
      head={
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
      }
    >
      <div className={styles.body}>{children}</div>
    </Dialog>
  );
}
