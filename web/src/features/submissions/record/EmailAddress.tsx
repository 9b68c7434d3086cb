import { Fragment } from "react";
import { Marked } from "../shared/Marked";

/** Shows an email address, with a line break opportunity after the at sign. */
export function EmailAddress({ email }: { email: string }) {
  return <Marked text={email} Piece={Breakable} />;
}

function Breakable({ text }: { text: string }) {
  return text.split(/(?<=@)/).map((part) => (
    <Fragment key={part}>
      {part}
      {part.endsWith("@") && <wbr />}
    </Fragment>
  ));
}
