import type { Forms } from "@rules/public.js";
import { useEffect, useRef } from "react";
import { staffRules } from "~/rules/load";
import { Button } from "~/ui/Button";
import { FormFailure } from "~/ui/form/FormFailure";
import { TextField } from "~/ui/form/TextField";
import { RuleForm } from "../forms/RuleForm";
import { AccountName } from "./AccountName";
import { describeChangeError } from "./change-failure";
import styles from "./Account.module.css";

type SignInEndFormProps = {
  username: string;
  send: (form: Forms["sign_in_end"]) => Promise<void>;
  successMessage: string;
  onSent: () => void;
  /** The label of the button. */
  action: string;
  cancel: () => void;
};

/** The form that signs sessions out with the password. */
export function SignInEndForm(props: SignInEndFormProps) {
  const { username, send, successMessage, onSent, action, cancel } = props;
  // The button that opened it is removed, so the focus would be lost.
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => password.current?.focus(), []);
  return (
    <RuleForm
      name="sign_in_end"
      id="sign-in-end"
      rules={staffRules}
      className={styles.form}
      idempotent={false}
      send={send}
      successMessage={successMessage}
      onSent={onSent}
      describeError={(error) => describeChangeError(error, "Couldn't sign out. Try again.")}
    >
      {({ field, sending, failure }) => (
        <>
          <AccountName username={username} />
          <TextField
            {...field("current_password")}
            ref={password}
            label="Your password"
            hint="Enter it again to confirm that it's you."
            autoComplete="current-password"
          />
          <FormFailure reason={failure} />
          <div className={styles.actions}>
            <Button type="submit" size="s" busy={sending}>
              {sending ? "Signing out..." : action}
            </Button>
            <Button tone="quiet" size="s" onClick={cancel} disabled={sending}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </RuleForm>
  );
}
