import { FieldFrame, type FieldProps, inputProps } from "./FieldFrame";

const types = { line: "text", email: "email", password: "password" } as const;

/** A field of one line. */
export function TextField(props: FieldProps) {
  const { kind } = props.rule;
  const type = kind in types ? types[kind as keyof typeof types] : "text";
  return (
    <FieldFrame {...props}>
      <input {...inputProps(props)} type={type} dir="auto" />
    </FieldFrame>
  );
}
