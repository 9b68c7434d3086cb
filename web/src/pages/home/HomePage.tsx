import { home } from "~/content/home";
import { paths } from "~/paths";
import { organization } from "~/seo/organization";
import { Closing } from "~/site/Closing";
import { Page } from "~/site/Page";
import { ButtonLink } from "~/ui/Button";
import { About } from "./About";
import { Faq } from "./Faq";
import { Hero } from "./Hero";
import { Services } from "./Services";
import { Statistics } from "./Statistics";
import { Testimonials } from "./Testimonials";
import { Works } from "./Works";

const structured = [organization()];

/** The home page. */
export default function HomePage() {
  return (
    <Page path={paths.home} words={home} heading={home.hero.heading} structured={structured}>
      <Hero />
      <About />
      <Services />
      <Works />
      <Statistics />
      <Testimonials />
      <Faq />
      <Closing words={home.closing}>
        <ButtonLink to={paths.projects}>{home.closing.primary}</ButtonLink>
      </Closing>
    </Page>
  );
}
