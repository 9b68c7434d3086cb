import { useLocation } from "../../router";
import { endSession } from "../../api/session";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";

/** Leads to the login page and back here, for whoever the server does not take for signed in. */
export function SignInLink() {
  const { pathname, search } = useLocation();
  return (
    <ButtonLink
      to={paths.login}
      state={{ from: pathname + search }}
      // What the server refuses is of no more use, and must not pass for a session there.
      onClick={() => void endSession()}
      size="s"
    >
      Sign in
    </ButtonLink>
  );
}
