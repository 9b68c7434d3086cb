import { notFound } from "~/content/not-found";
import { MissingPage } from "./MissingPage";

/** The 404 page of the site. */
export default function NotFoundPage() {
  return <MissingPage words={notFound.page} />;
}
