import { home } from "../../content/home";
import { site } from "../../content/site";
import { paths } from "../../paths";
import { ButtonExternal, ButtonLink } from "../../ui/Button";
import { CallToAction } from "../../ui/CallToAction";

/** The way on: look, or talk. */
export function Closing() {
  const { heading, text } = home.closing;
  return (
    <CallToAction heading={heading} text={text}>
      <ButtonLink to={paths.projects}>View Our Works</ButtonLink>
      <ButtonExternal tone="outline" href={site.scheduling}>
        Schedule A Call
      </ButtonExternal>
    </CallToAction>
  );
}
