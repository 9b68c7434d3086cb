import { useLocation } from "react-router-dom";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";

/** Leads to the login page and back here, for whoever the server does not take for signed in. */
export function SignInLink() {
  const { pathname, search } = useLocation();
  return (
    <ButtonLink to={paths.login} state={{ from: pathname + search }} tone="outline" size="s">
      Sign in
    </ButtonLink>
  );
}
