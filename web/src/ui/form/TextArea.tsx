import { useEffect, useRef, useState } from "react";
import { useRules } from "../../rules/useRules";
import { CharacterCount } from "./CharacterCount";
import { FieldFrame, type FieldProps, inputProps } from "./FieldFrame";

/** A field of many lines, with a live count where the rules set a limit. */
export function TextArea({ rows = 6, ...props }: FieldProps & { rows?: number }) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [count, setCount] = useState(0);
  const rules = useRules();

  useEffect(() => {
    const area = input.current;
    if (!area || !rules) return;
    const update = () => setCount(rules.countCharacters(area.value));
    // The event comes before the form is emptied.
    const reset = () => setCount(0);
    // There may be text from before the scripts came.
    update();
    area.addEventListener("input", update);
    area.form?.addEventListener("reset", reset);
    return () => {
      area.removeEventListener("input", update);
      area.form?.removeEventListener("reset", reset);
    };
  }, [rules]);

  const aside = <CharacterCount count={rules && count} max={props.rule.max} />;
  return (
    <FieldFrame {...props} aside={aside}>
      <textarea {...inputProps(props)} ref={input} rows={rows} dir="auto" />
    </FieldFrame>
  );
}
