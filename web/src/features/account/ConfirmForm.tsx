import { type ReactNode, useEffect, useRef } from "react";
import { hasStatus, messageOf } from "~/api/errors";
import { describeFailure } from "~/api/failures";
import { staffRules } from "~/rules/load";
import { Button } from "~/ui/Button";
import { FormFailure } from "~/ui/form/FormFailure";
import { TextField } from "~/ui/form/TextField";
import { RuleForm, type RuleFormProps, type RunningForm } from "../forms/RuleForm";
import type { FailureWords } from "../forms/send-form";
import styles from "./Account.module.css";

/** The forms that ask for the password of the account. */
type ConfirmedForm = "password" | "second_factor_change" | "session_end";

type ConfirmFormProps<N extends ConfirmedForm> = Pick<
  RuleFormProps<N>,
  "name" | "id" | "send" | "successMessage" | "onSent"
> & {
  username: string;
  /** The toast for a failure without a message from the server. */
  failed: string;
  /** The label and the hint of the password. */
  password: { label: string; hint?: string };
  /** Whether the form replaces the button that opened it, so that the focus would be lost. */
  takesFocus?: boolean;
  size?: "m" | "s";
  /** The label of the button, and while the form is being sent. */
  action: string;
  busy: string;
  cancel?: () => void;
  /** Further fields. */
  children?: (field: RunningForm<N>["field"]) => ReactNode;
};

/** A form that changes the account, confirmed with its password. */
export function ConfirmForm<N extends ConfirmedForm>(props: ConfirmFormProps<N>) {
  const { name, id, send, successMessage, onSent } = props;
  const { username, failed, password, takesFocus, size = "m" } = props;
  const { action, busy, cancel, children } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <RuleForm
      {...{ name, id, send, successMessage, onSent }}
      rules={staffRules}
      className={styles.form}
      describeError={(error) => describeChangeError(error, failed)}
    >
      {({ field, sending, failure }) => (
        <>
          {/* Password managers store the password under this name. */}
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
            {...password}
            ref={input}
            autoComplete="current-password"
          />
          {children?.(field)}
          <FormFailure reason={failure} />
          <div className={styles.actions}>
            <Button type="submit" size={size} busy={sending}>
              {sending ? busy : action}
            </Button>
            {cancel && (
              <Button tone="quiet" size={size} onClick={cancel} disabled={sending}>
                Cancel
              </Button>
            )}
          </div>
        </>
      )}
    </RuleForm>
  );
}

/** Describes why a change of the account failed. `toast` is used if the server sent no message. */
function describeChangeError(error: unknown, toast: string): FailureWords {
  const reason = hasStatus(error, 401)
    ? "Your session has ended. Please sign in again."
    : describeFailure(error, "for your account");
  return { toast: messageOf(error, toast), reason };
}
