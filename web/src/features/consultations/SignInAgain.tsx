import { useLocation } from "react-router-dom";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";

/** Leads to the login page and back here, for a session that the server no longer accepts. */
export function SignInAgain() {
  const { pathname, search } = useLocation();
  return (
    <ButtonLink to={paths.login} state={{ from: pathname + search }} tone="outline" size="s">
      Sign in again
    </ButtonLink>
  );
}
