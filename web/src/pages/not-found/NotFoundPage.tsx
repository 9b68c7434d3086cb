import { paths } from "~/paths";
import { MissingPage } from "./MissingPage";

/** The 404 page of the site. */
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
