import { useEffect, useRef, useState } from "react";
import { CharacterCount } from "./CharacterCount";
import { FieldFrame, type FieldProps, inputProps } from "./FieldFrame";

type TextAreaProps = FieldProps & {
  rows?: number;
  /** Counts the characters of a text. Undefined until the rules are loaded. */
  countCharacters: ((text: string) => number) | undefined;
};

/** A multi-line field with a live character count. */
export function TextArea({ rows = 6, countCharacters, ...props }: TextAreaProps) {
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

  const aside = <CharacterCount count={countCharacters && count} max={props.rule.max} />;
  return (
    <FieldFrame {...props} aside={aside}>
      <textarea {...inputProps(props)} ref={input} rows={rows} dir="auto" />
    </FieldFrame>
  );
}
