import type { ReactNode } from "react";
import styles from "./fields.module.css";

/** What a field needs to know of the rule for its value. */
type FieldRule = {
  name: string;
  /** What is typed into it: "email", "password", or a word of the form's own. */
  kind: string;
  required: boolean;
  /** How many characters it has at least; null where there is no such limit. */
  min: number | null;
  max: number;
  /** The endings of the files that it takes; empty for text. */
  accept: readonly string[];
};

/** What every field of a form is given. */
export type FieldProps = {
  /** The form's id; the field's own id is made of it and the field's name. */
  form: string;
  rule: FieldRule;
  label: string;
  hint?: string;
  error: string | undefined;
  autoComplete?: string;
  /** Which keyboard a touch screen offers, where it is another one than the field's kind has. */
  inputMode?: "text" | "numeric";
  readOnly?: boolean;
};

/** The ids that tie a field to its label, hint and message. */
export function fieldIds(form: string, name: string) {
  const input = `${form}-${name}`;
  return { input, hint: `${input}-hint`, error: `${input}-error` };
}

/** The attributes that all inputs share. */
export function inputProps(props: FieldProps) {
  const { form, rule, hint, error, autoComplete, inputMode, readOnly } = props;
  const ids = fieldIds(form, rule.name);
  return {
    id: ids.input,
    name: rule.name,
    className: styles.input,
    required: rule.required,
    ...(rule.min !== null && { minLength: rule.min }),
    ...(autoComplete && { autoComplete }),
    ...(inputMode && { inputMode }),
    readOnly: readOnly ?? false,
    "aria-invalid": error !== undefined,
    "aria-describedby":
      [error && ids.error, hint && ids.hint].filter(Boolean).join(" ") || undefined,
  };
}

/** A label, its input, a hint and the message of the rule that refused it. */
export function FieldFrame({
  form,
  rule,
  label,
  hint,
  error,
  aside,
  children,
}: FieldProps & { aside?: ReactNode; children: ReactNode }) {
  const ids = fieldIds(form, rule.name);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={ids.input}>
        {label}
        {!rule.required && <span className={styles.optional}> (optional)</span>}
      </label>
      {children}
      {error !== undefined && (
        <p className={styles.error} id={ids.error}>
          {error}
        </p>
      )}
      {(hint || aside) && (
        <div className={styles.below}>
          <p id={ids.hint}>{hint}</p>
          {aside}
        </div>
      )}
    </div>
  );
}
