import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { changePassword } from "~/api/account";
import { fieldRule, formRules } from "~/rules/metadata";
import { classNames } from "~/ui/styles/class-names";
import { FormFailure } from "~/ui/form/FormFailure";
import { TextField } from "~/ui/form/TextField";
import { ConfirmForm } from "./ConfirmForm";
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
      <ConfirmForm
        name="password"
        id="password"
        username={username}
        send={changePassword}
        successMessage="Your password was changed. All other sessions were signed out."
        // Refetch all that the server refused for an expired password.
        onSent={() => void client.invalidateQueries()}
        failed="Couldn't change your password. Try again."
        password={{ label: "Current password" }}
        action="Change password"
        busy="Changing..."
      >
        {(field) => (
          <>
            <TextField
              {...field("new_password")}
              label="New password"
              hint={`At least ${min} characters. A few random words make a good password.`}
              autoComplete="new-password"
            />
            <FormFailure reason={field("username").error} />
          </>
        )}
      </ConfirmForm>
    </section>
  );
}
