import { notFound } from "~/content/not-found";
import { MissingPage } from "./MissingPage";

/** The 404 page of unknown projects. */
export default function ProjectNotFoundPage() {
  return <MissingPage words={notFound.project} />;
}
