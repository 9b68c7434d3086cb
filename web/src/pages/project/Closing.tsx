import { projectPage } from "../../content/project-page";
import { site } from "../../content/site";
import { paths } from "../../paths";
import { ButtonExternal, ButtonLink } from "../../ui/Button";
import { CallToAction } from "../../ui/CallToAction";

/** The way on: an estimate, or a call. */
export function Closing() {
  const { heading, text } = projectPage.closing;
  return (
    <CallToAction heading={heading} text={text}>
      <ButtonLink to={paths.contact}>Request Free Estimate</ButtonLink>
      <ButtonExternal tone="outline" href={site.scheduling}>
        Schedule A Call
      </ButtonExternal>
    </CallToAction>
  );
}
