import { useLocation } from "react-router-dom";
import { endSession } from "~/api/session";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/Button";

/** Links to the login page and back, for visitors without a valid session. */
export function SignInLink() {
  const { pathname, search } = useLocation();
  return (
    <ButtonLink
      to={paths.login}
      state={{ from: pathname + search }}
      // Clear refused tokens, so that the login page does not accept them as a session.
      onClick={() => void endSession()}
      size="s"
    >
      Sign in
    </ButtonLink>
  );
}
