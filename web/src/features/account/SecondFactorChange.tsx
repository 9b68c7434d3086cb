import type { Forms } from "@rules/public.js";
import type { ReactNode } from "react";
import { staffRules } from "~/rules/load";
import { Button } from "~/ui/Button";
import { FormFailure } from "~/ui/form/FormFailure";
import { TextField } from "~/ui/form/TextField";
import { RuleForm } from "../forms/RuleForm";
import { AccountName } from "./AccountName";
import { describeChangeError } from "./change-failure";
import styles from "./Account.module.css";

type SecondFactorChangeProps = {
  username: string;
  send: (form: Forms["second_factor_change"]) => Promise<void>;
  successMessage: string;
  /** The label of the button. */
  action: string;
  cancel: () => void;
  /** Further fields of the form. */
  children?: ReactNode;
};

/** The form that changes two-factor authentication, with password and code. */
export function SecondFactorChange(props: SecondFactorChangeProps) {
  const { username, send, successMessage, action, cancel, children } = props;
  return (
    <RuleForm
      name="second_factor_change"
      id="second-factor-change"
      rules={staffRules}
      className={styles.form}
      idempotent={false}
      send={send}
      successMessage={successMessage}
      describeError={(error) =>
        describeChangeError(error, "Couldn't change two-factor authentication. Try again.")
      }
    >
      {({ field, sending, failure }) => (
        <>
          <AccountName username={username} />
          <TextField
            {...field("current_password")}
            label="Your password"
            autoComplete="current-password"
          />
          <TextField
            {...field("code")}
            label="Code"
            hint="The six-digit code from your app."
            autoComplete="one-time-code"
            isVerbatim
          />
          {children}
          <FormFailure reason={failure} />
          <div className={styles.actions}>
            <Button type="submit" busy={sending}>
              {sending ? "Checking..." : action}
            </Button>
            <Button tone="quiet" onClick={cancel} disabled={sending}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </RuleForm>
  );
}
