import type { Forms } from "@rules/public.js";
import { hasStatus, messageOf } from "../../api/errors";
import { explainFailure } from "../../api/failure";
import { staffRules } from "../../rules/load";
import { Button } from "../../ui/Button";
import { FormFailure } from "../../ui/form/FormFailure";
import { TextField } from "../../ui/form/TextField";
import { RuleForm } from "../forms/RuleForm";
import type { FailureWords } from "../forms/useSending";
import styles from "./Account.module.css";

type SecondFactorChangeProps = {
  username: string;
  send: (form: Forms["second_factor_change"]) => Promise<void>;
  thanks: string;
  /** What the button says. */
  action: string;
  cancel: () => void;
};

/** Password and code, by which the second factor is changed. */
export function SecondFactorChange(props: SecondFactorChangeProps) {
  const { username, send, thanks, action, cancel } = props;
  return (
    <RuleForm
      name="second_factor_change"
      id="second-factor-change"
      rules={staffRules}
      className={styles.form}
      isKeyed={false}
      send={send}
      thanks={thanks}
      explain={explain}
    >
      {({ field, sending, failure }) => (
        <>
          {/* Unseen, but there: a password manager looks for the password of this name. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            defaultValue={username}
            readOnly
            hidden
          />
          <TextField
            {...field("current_password")}
            label="Your password"
            autoComplete="current-password"
          />
          <TextField
            {...field("code")}
            label="Code"
            hint="The six digits that your app shows now."
            autoComplete="one-time-code"
          />
          <FormFailure reason={failure} />
          <div className={styles.actions}>
            <Button type="submit" disabled={sending}>
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

function explain(error: unknown): FailureWords {
  const reason = hasStatus(error, 401)
    ? "Your sign-in has ended. Please sign in again."
    : explainFailure(error);
  return { toast: messageOf(error, "Your second factor was not changed."), reason };
}
