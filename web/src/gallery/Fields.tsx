import { CharacterCount } from "~/ui/form/CharacterCount";
import { FieldPair } from "~/ui/form/FieldPair";
import { FileField } from "~/ui/form/FileField";
import { FormFailure } from "~/ui/form/FormFailure";
import { FormNote } from "~/ui/form/FormNote";
import { TextArea } from "~/ui/form/TextArea";
import { TextField } from "~/ui/form/TextField";
import { Specimen } from "./Specimen";

/** The fields of forms, and what else is in a form. */
export function Fields({ prefix }: { prefix: string }) {
  const field = (name: string, rule: { kind?: string; required?: boolean } = {}) => ({
    form: prefix,
    rule: { name, kind: "line", required: true, min: null, max: 200, accept: [], ...rule },
    error: undefined,
  });
  const file = { ...field("cv").rule, max: 5 * 1024 * 1024 - 1, accept: [".pdf", ".docx"] };
  return (
    <Specimen name="Fields" file="form/">
      <FieldPair>
        <TextField {...field("name")} label="Required" />
        <TextField
          {...field("referral", { required: false })}
          label="Optional"
          hint="With a hint."
        />
      </FieldPair>
      <FieldPair>
        <TextField
          {...field("email", { kind: "email" })}
          label="With an error"
          error="This is no address"
        />
        <TextField {...field("sending")} label="Read-only, while it is sent" readOnly />
      </FieldPair>
      <TextArea {...field("message")} label="Long text" countCharacters={(text) => text.length} />
      <CharacterCount count={201} max={200} />
      <FileField form={prefix} rule={file} label="File" error={undefined} />
      <FileField
        form={prefix}
        rule={{ ...file, name: "other_cv" }}
        label="File with an error"
        error="Please upload your CV"
      />
      <FormNote text="A note above the button." />
      <FormFailure reason="The reason why the form could not be sent." />
    </Specimen>
  );
}
