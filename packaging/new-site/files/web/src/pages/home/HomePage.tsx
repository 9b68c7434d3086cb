import { home } from "../../content/home";
import { paths } from "../../paths";
import { organization } from "../../seo/organization";
import { Closing } from "../../site/Closing";
import { Page } from "../../site/Page";
import { ButtonLink } from "../../ui/Button";

const structured = [organization()];

/** The home page. */
export default function HomePage() {
  return (
    <Page path={paths.home} words={home} banner={home.banner} structured={structured}>
      <Closing words={home.closing}>
        <ButtonLink to={paths.contact}>Get a Free Estimate</ButtonLink>
      </Closing>
    </Page>
  );
}
