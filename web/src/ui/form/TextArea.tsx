import { useEffect, useRef, useState } from "react";
import { formatNumber } from "../format/format-number";
import { CharacterCount } from "./CharacterCount";
import { FieldFrame, type FieldProps, inputProps } from "./FieldFrame";

type TextAreaProps = FieldProps & {
  rows?: number;
  /** Counts the characters of a text. Undefined until the rules are loaded. */
  countCharacters: ((text: string) => number) | undefined;
};

/** A multi-line field with a live character count. */
export function TextArea({ rows = 6, countCharacters, ...rest }: TextAreaProps) {
  const { max } = rest.rule;
  const limit = `Up to ${formatNumber(max)} characters.`;
  const props = { ...rest, hint: [rest.hint, limit].filter(Boolean).join(" ") };
  const input = useRef<HTMLTextAreaElement>(null);
  const [count, setCount] = useState(0);

  useEffect(() => {
    const area = input.current;
    if (!area || !countCharacters) return;
    const update = () => setCount(countCharacters(area.value));
    // The reset event fires before the inputs are cleared.
    const reset = () => setCount(0);
    // Text may have been typed before hydration.
    update();
    area.addEventListener("input", update);
    area.form?.addEventListener("reset", reset);
    return () => {
      area.removeEventListener("input", update);
      area.form?.removeEventListener("reset", reset);
    };
  }, [countCharacters]);

  const aside = <CharacterCount count={countCharacters && count} max={max} />;
  return (
    <FieldFrame {...props} aside={aside}>
      <textarea {...inputProps(props)} ref={input} rows={rows} dir="auto" />
    </FieldFrame>
  );
}
