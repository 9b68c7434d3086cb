import { honeypot } from "../../rules/metadata";
import styles from "./Honeypot.module.css";

/** Each asks one password manager to leave a field alone. */
const unmanaged = {
  "data-1p-ignore": true,
  "data-bwignore": true,
  "data-lpignore": "true",
  "data-protonpass-ignore": "true",
  "data-form-type": "other",
};

/**
 * A field that must stay empty: what programs fill that fill every field they find. Nobody sees it, comes to it
 * or hears of it; its label is for whoever looks at the page without its styles.
 */
export function Honeypot({ form }: { form: string }) {
  const id = `${form}-${honeypot}`;
  return (
    <div className={styles.apart} aria-hidden="true" inert>
      <label htmlFor={id}>Please leave this field empty</label>
      <input {...unmanaged} id={id} type="text" name={honeypot} tabIndex={-1} autoComplete="off" />
    </div>
  );
}

/** What stands in it, as it is sent with the form; nothing where it is empty. */
export function readHoneypot(form: HTMLFormElement): Record<string, string> {
  const input = form.elements.namedItem(honeypot);
  return input instanceof HTMLInputElement && input.value ? { [honeypot]: input.value } : {};
}
