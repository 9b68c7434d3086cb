import type { Ref } from "react";
import { FieldFrame, type FieldProps, inputProps } from "./FieldFrame";

const types = { line: "text", email: "email", password: "password" } as const;

/** A single-line field. */
export function TextField({ ref, ...props }: FieldProps & { ref?: Ref<HTMLInputElement> }) {
  const { kind } = props.rule;
  const type = kind in types ? types[kind as keyof typeof types] : "text";
  return (
    <FieldFrame {...props}>
      <input {...inputProps(props)} ref={ref} type={type} dir="auto" />
    </FieldFrame>
  );
}
