import keyboard from "bootstrap-icons/icons/keyboard.svg?raw";
import { useState } from "react";
import { IconButton } from "~/ui/IconButton";
import { setShortcutsEnabled } from "~/ui/keys/key-switch";
import { useKeys, useShortcutsEnabled } from "~/ui/keys/useKeys";
import { Modal } from "~/ui/dialog/Modal";
import styles from "./Keys.module.css";

const keys = [
  { keys: ["j", "k"], does: "Next or previous row or record" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["x"], does: "Select the row; with Shift, all rows up to it" },
  { keys: ["e"], does: "Mark as done" },
  { keys: ["s"], does: "Start" },
  { keys: ["!"], does: "Mark as spam" },
  { keys: ["m"], does: "Assign to me" },
  { keys: ["z"], does: "Undo the last action" },
  { keys: ["n"], does: "Write a note on the open record" },
  { keys: ["/"], does: "Go to search" },
  { keys: ["?"], does: "Show keyboard shortcuts" },
];

/** The button and the dialog with all keyboard shortcuts, and the switch for them. */
export function Keys() {
  const [open, setOpen] = useState(false);
  const isOn = useShortcutsEnabled();
  useKeys({ "?": () => setOpen(true) });
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
          {keys.map(({ keys: names, does }) => (
            <div key={does}>
              <dt>
                {names.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
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
