import styles from "./choices.module.css";

type LabelledSelectProps<T extends string> = {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
};

/** A labeled dropdown above a list. */
export function LabelledSelect<T extends string>(props: LabelledSelectProps<T>) {
  const { label, value, options, onChange } = props;
  return (
    <label className={styles.label}>
      {label}
      <select
        className={styles.select}
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} dir="auto">
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
