import { paths } from "../../paths";
import { MissingPage } from "./MissingPage";

/** Answers every address that is not one of ours. */
export default function NotFoundPage() {
  return (
    <MissingPage
      heading="Page not found."
      text="The address may have changed, or the link was mistyped."
      to={paths.home}
      label="Go home"
    />
  );
}
