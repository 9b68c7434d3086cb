import { notFound } from "~/content/not-found";
import { MissingPage } from "./MissingPage";

/** The 404 page of unknown services. */
export default function ServiceNotFoundPage() {
  return <MissingPage words={notFound.service} />;
}
