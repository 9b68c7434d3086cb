import { home } from "../../content/home";
import { paths } from "../../paths";
import { organization } from "../../seo/organization";
import { Seo } from "../../ui/Seo";
import { About } from "./About";
import { Closing } from "./Closing";
import { Faq } from "./Faq";
import { Hero } from "./Hero";
import { Services } from "./Services";
import { Statistics } from "./Statistics";
import { Testimonials } from "./Testimonials";
import { Works } from "./Works";

/** The first page of the site. */
export default function HomePage() {
  return (
    <>
      <Seo
        title={home.title}
        description={home.description}
        keywords={home.keywords}
        path={paths.home}
        structured={[organization()]}
      />
      <Hero />
      <About />
      <Services />
      <Works />
      <Statistics />
      <Testimonials />
      <Faq />
      <Closing />
    </>
  );
}
