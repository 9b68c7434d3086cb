import { forms } from "~/content/forms";
import { honeypot } from "~/rules/metadata";
import styles from "./Honeypot.module.css";

/** Attributes that tell password managers to ignore the field. */
const unmanaged = {
  "data-1p-ignore": true,
  "data-bwignore": true,
  "data-lpignore": "true",
  "data-protonpass-ignore": "true",
  "data-form-type": "other",
};

/**
 * A field that must stay empty: bots fill every field that they find. It is hidden from sight,
 * focus and screen readers; its label is for pages without styles.
 */
export function Honeypot({ form }: { form: string }) {
  const id = `${form}-${honeypot}`;
  return (
    <div className={styles.apart} aria-hidden="true" inert>
      <label htmlFor={id}>{forms.honeypot}</label>
      <input {...unmanaged} id={id} type="text" name={honeypot} tabIndex={-1} autoComplete="off" />
    </div>
  );
}

/** Returns the honeypot's value to send with the form, or nothing if it is empty. */
export function readHoneypot(form: HTMLFormElement): Record<string, string> {
  const input = form.elements.namedItem(honeypot);
  return input instanceof HTMLInputElement && input.value ? { [honeypot]: input.value } : {};
}
