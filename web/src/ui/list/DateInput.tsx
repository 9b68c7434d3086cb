import { type FormEvent, useEffect, useRef } from "react";
import styles from "./choices.module.css";

type DateInputProps = {
  label: string;
  /** A date such as 2026-01-31, or none. */
  day: string | null;
  onChange: (day: string | null) => void;
};

/** A labeled date input above a list. */
export function DateInput({ label, day, onChange }: DateInputProps) {
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // Keep incomplete input.
    if (input.current && input.current.value !== (day ?? "")) input.current.value = day ?? "";
  }, [day]);

  function change({ currentTarget }: FormEvent<HTMLInputElement>) {
    const { value, validity } = currentTarget;
    // While a year is being typed, it is 2, 20 and 202 first.
    if (validity.valid && value !== (day ?? "")) onChange(value || null);
  }

  return (
    <label className={styles.label}>
      {label}
      <input
        ref={input}
        className={styles.select}
        type="date"
        defaultValue={day ?? ""}
        min="1970-01-01"
        max="9999-12-30"
        onInput={change}
      />
    </label>
  );
}
