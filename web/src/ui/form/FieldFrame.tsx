import type { ReactNode } from "react";
import styles from "./fields.module.css";

/** The rule of a field, as far as its input needs it. */
type FieldRule = {
  name: string;
  /** The kind of value: "email", "password", or a kind of the form's own. */
  kind: string;
  required: boolean;
  /** Minimum length in characters, or null without a minimum. */
  min: number | null;
  max: number;
  /** Accepted file extensions. Empty for text. */
  accept: readonly string[];
};

/** The props of every field. */
export type FieldProps = {
  /** The form's id, used as a prefix of the field's id. */
  form: string;
  rule: FieldRule;
  label: string;
  hint?: string;
  error: string | undefined;
  autoComplete?: string;
  /** The `inputmode` attribute, if it differs from the default of the field's kind. */
  inputMode?: "text" | "numeric";
  /** Whether phones must not capitalize, correct or spell-check the text: a name or a code. */
  isVerbatim?: boolean;
  readOnly?: boolean;
};

/** Returns the ids that connect a field with its label, hint and error. */
function fieldIds(form: string, name: string) {
  const input = `${form}-${name}`;
  return { input, hint: `${input}-hint`, error: `${input}-error` };
}

/** Returns the attributes that all inputs share. */
export function inputProps(props: FieldProps) {
  const { form, rule, hint, error, autoComplete, inputMode, isVerbatim, readOnly } = props;
  const ids = fieldIds(form, rule.name);
  return {
    id: ids.input,
    name: rule.name,
    className: styles.input,
    required: rule.required,
    ...(rule.min !== null && { minLength: rule.min }),
    ...(autoComplete && { autoComplete }),
    ...(inputMode && { inputMode }),
    ...(isVerbatim && { autoCapitalize: "none", autoCorrect: "off", spellCheck: false }),
    readOnly: readOnly ?? false,
    "aria-invalid": error !== undefined,
    "aria-describedby":
      [error && ids.error, hint && ids.hint].filter(Boolean).join(" ") || undefined,
  };
}

/** A label, its input, a hint and the validation error. */
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
        // Live, because it can change while the field has the focus.
        <p className={styles.error} id={ids.error} aria-live="polite">
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
