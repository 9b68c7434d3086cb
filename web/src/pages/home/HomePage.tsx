import { home } from "../../content/home";
import { paths } from "../../paths";
import { Seo } from "../../ui/Seo";
import { About } from "./About";
import { Closing } from "./Closing";
import { Hero } from "./Hero";
import { Services } from "./Services";

/** The first page of the site. */
export default function HomePage() {
  return (
    <>
      <Seo title={home.title} description={home.description} path={paths.home} />
      <Hero />
      <About />
      <Services />
      <Closing />
    </>
  );
}
