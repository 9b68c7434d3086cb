import type { Forms } from "@rules/public.js";
import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router-dom";
import { createToken } from "~/api/auth";
import { hasStatus, messageOf } from "~/api/errors";
import { Button } from "~/ui/Button";
import { FormFailure } from "~/ui/form/FormFailure";
import { TextField } from "~/ui/form/TextField";
import { RuleForm } from "../forms/RuleForm";
import type { FailureWords, Sent } from "../forms/send-form";
import { openSession } from "./open-session";
import { destination } from "./remembered-location";
import { SecondFactorForm } from "./SecondFactorForm";
import { describeSignInFailure } from "./sign-in-failure";
import { useSessionElsewhere } from "./useSessionElsewhere";

/** How long the success message is shown before the dashboard opens. */
const REDIRECT_DELAY_MS = 100;

/** The sign-in form: password, then the code of two-factor authentication if it is on. */
export function LoginForm() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [challenge, setChallenge] = useState<{ token: string; username: string }>();
  const name = useRef<HTMLInputElement>(null);
  const redirect = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(redirect.current), []);

  const proceed = useCallback(
    () => void navigate(destination(state), { replace: true }),
    [navigate, state],
  );
  useSessionElsewhere(proceed);

  const onSignedIn = () => {
    redirect.current = setTimeout(proceed, REDIRECT_DELAY_MS);
  };

  async function signIn(credentials: Forms["login"]): Promise<Sent> {
    const response = await createToken(credentials);
    if (response?.challenge) {
      setChallenge({ token: response.challenge, username: credentials.username });
      return "needs-second-factor";
    }
    openSession(response, credentials.username);
  }

  function startAgain() {
    flushSync(() => setChallenge(undefined));
    // The pressed button is removed, so the focus would be lost.
    name.current?.focus();
  }

  if (challenge) {
    const { token, username } = challenge;
    return <SecondFactorForm challenge={token} {...{ username, onSignedIn, startAgain }} />;
  }
  return (
    <RuleForm
      name="login"
      id="login"
      send={signIn}
      successMessage="You Have Successfully Signed In!!"
      onSent={onSignedIn}
      describeError={describeError}
    >
      {({ field, sending, failure }) => (
        <>
          <TextField
            {...field("username")}
            ref={name}
            label="Username"
            autoComplete="username"
            isVerbatim
          />
          <TextField {...field("password")} label="Password" autoComplete="current-password" />
          <FormFailure reason={failure} />
          <Button type="submit" busy={sending}>
            {sending ? "Signing in..." : "Sign In"}
          </Button>
        </>
      )}
    </RuleForm>
  );
}

function describeError(error: unknown): FailureWords {
  const toast = hasStatus(error, 401) ? "Invalid Credentials" : messageOf(error, "Login failed");
  return { toast, reason: describeSignInFailure(error) ?? toast };
}
