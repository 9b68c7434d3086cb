import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { changePassword } from "~/api/account";
import { fieldRule, formRules } from "~/rules/metadata";
import { staffRules } from "~/rules/load";
import { Button } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import { FormFailure } from "~/ui/form/FormFailure";
import { TextField } from "~/ui/form/TextField";
import { RuleForm } from "../forms/RuleForm";
import { AccountName } from "./AccountName";
import { describeChangeError } from "./change-failure";
import layout from "~/ui/layout/facts.module.css";
import styles from "./Account.module.css";

const { min } = fieldRule(formRules.password, "new_password");

/** The form that changes the password. */
export function PasswordSection({ username }: { username: string }) {
  const heading = useId();
  const client = useQueryClient();
  return (
    <section className={classNames(layout.card, styles.card)} aria-labelledby={heading}>
      <h2 id={heading}>Password</h2>
      <RuleForm
        name="password"
        id="password"
        rules={staffRules}
        className={styles.form}
        idempotent={false}
        send={changePassword}
        successMessage="Your password was changed. All other sessions were signed out."
        // Refetch all that the server refused for an expired password.
        onSent={() => void client.invalidateQueries()}
        describeError={(error) =>
          describeChangeError(error, "Couldn't change your password. Try again.")
        }
      >
        {({ field, sending, failure }) => (
          <>
            <AccountName username={username} />
            <TextField
              {...field("current_password")}
              label="Current password"
              autoComplete="current-password"
            />
            <TextField
              {...field("new_password")}
              label="New password"
              hint={`At least ${min} characters. A few random words make a good password.`}
              autoComplete="new-password"
            />
            <FormFailure reason={failure ?? field("username").error} />
            <Button type="submit" busy={sending}>
              {sending ? "Changing..." : "Change password"}
            </Button>
          </>
        )}
      </RuleForm>
    </section>
  );
}
