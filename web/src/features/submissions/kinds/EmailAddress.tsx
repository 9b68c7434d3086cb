import { Fragment } from "react";
import { Marked } from "../list/search/Marked";

/** An e-mail address, which is broken after its at sign first. */
export function EmailAddress({ email }: { email: string }) {
  return <Marked text={email} draw={breakable} />;
}

function breakable(piece: string) {
  return piece.split(/(?<=@)/).map((part) => (
    <Fragment key={part}>
      {part}
      {part.endsWith("@") && <wbr />}
    </Fragment>
  ));
}
