import { paths } from "~/paths";
import { MissingPage } from "./MissingPage";

/** The 404 page of unknown services. */
export default function ServiceNotFoundPage() {
  return (
    <MissingPage
      heading="Service not found"
      text="It may have moved. The home page lists all our services."
      to={paths.home}
      label="Go home"
    />
  );
}
