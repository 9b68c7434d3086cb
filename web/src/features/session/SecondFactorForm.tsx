import { useEffect, useRef, useState } from "react";
import { createTokenByCode } from "~/api/auth";
import { messageOf } from "~/api/errors";
import { Button } from "~/ui/Button";
import { FormFailure } from "~/ui/form/FormFailure";
import { TextField } from "~/ui/form/TextField";
import { RuleForm } from "../forms/RuleForm";
import type { FailureWords } from "../forms/send-form";
import styles from "./SecondFactorForm.module.css";
import { openSession } from "./open-session";
import { describeSignInFailure } from "./sign-in-failure";

type SecondFactorFormProps = {
  /** The challenge that the server sent for the password. */
  challenge: string;
  /** The username, for password managers. */
  username: string;
  onSignedIn: () => void;
  /** Returns to the password form. */
  startAgain: () => void;
};

/** The second step of signing in, with two-factor authentication. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const { challenge, username, onSignedIn, startAgain } = props;
  const [recovers, setRecovers] = useState(false);
  // The first step is removed, so the focus would be lost.
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => code.current?.focus(), [recovers]);
  return (
    <RuleForm
      // Each kind of code has its own errors.
      key={recovers ? "recovery" : "app"}
      name="second_factor"
      id="second-factor"
      hiddenFields={{ challenge }}
      send={async (form) => openSession(await createTokenByCode(form), username)}
      successMessage="You Have Successfully Signed In!!"
      onSent={onSignedIn}
      describeError={describeError}
    >
      {({ field, sending, failure }) => (
        <>
          <TextField
            {...field("code")}
            ref={code}
            label={recovers ? "Recovery code" : "Code"}
            hint={
              recovers
                ? "One of the ten codes that you saved when you turned on two-factor authentication."
                : "The six-digit code from your authenticator app."
            }
            autoComplete="one-time-code"
            inputMode={recovers ? "text" : "numeric"}
            isVerbatim
          />
          <FormFailure reason={failure} />
          <Button type="submit" busy={sending}>
            {sending ? "Signing in..." : "Sign In"}
          </Button>
          <div className={styles.ways}>
            <Button tone="quiet" size="s" busy={sending} onClick={() => setRecovers(!recovers)}>
              {recovers ? "Use your app" : "Use a recovery code"}
            </Button>
            <Button tone="quiet" size="s" busy={sending} onClick={startAgain}>
              Start again
            </Button>
          </div>
        </>
      )}
    </RuleForm>
  );
}

function describeError(error: unknown): FailureWords {
  const toast = messageOf(error, "Login failed");
  return { toast, reason: describeSignInFailure(error) ?? toast };
}
