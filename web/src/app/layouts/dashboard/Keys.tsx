import keyboard from "bootstrap-icons/icons/keyboard.svg?icon";
import { useState } from "react";
import { IconButton } from "~/ui/IconButton";
import { setShortcutsEnabled } from "~/ui/keys/key-switch";
import { shortcuts } from "~/ui/keys/shortcuts";
import { useShortcuts, useShortcutsEnabled } from "~/ui/keys/useShortcuts";
import { Modal } from "~/ui/dialog/Modal";
import styles from "./Keys.module.css";

/** The button and the dialog with all keyboard shortcuts, and the switch for them. */
export function Keys() {
  const [open, setOpen] = useState(false);
  const isOn = useShortcutsEnabled();
  useShortcuts({ help: () => setOpen(true) });
  return (
    // The section keeps the dialog's header from being a second banner landmark.
    <section className={styles.place}>
      <IconButton
        svg={keyboard}
        label="Keyboard shortcuts"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <Modal title="Keyboard shortcuts" open={open} onClose={() => setOpen(false)}>
        <dl className={styles.keys}>
          {shortcuts.map(({ name, key, does }) => (
            <div key={name}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label className={styles.switch}>
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => setShortcutsEnabled(target.checked)}
          />
          Enable keyboard shortcuts on this device
        </label>
      </Modal>
    </section>
  );
}
