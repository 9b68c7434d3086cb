import { paths } from "~/paths";
import { MissingPage } from "./MissingPage";

/** The 404 page of unknown projects. */
export default function ProjectNotFoundPage() {
  return (
    <MissingPage
      heading="Project not found"
      text="It may have moved. All of our work is in the portfolio."
      to={paths.projects}
      label="View All Projects"
    />
  );
}
