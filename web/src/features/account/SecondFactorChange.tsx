import type { Forms } from "@rules/public.js";
import { TextField } from "~/ui/form/TextField";
import { ConfirmForm } from "./ConfirmForm";

type SecondFactorChangeProps = {
  username: string;
  send: (form: Forms["second_factor_change"]) => Promise<void>;
  successMessage: string;
  /** The label of the button. */
  action: string;
  cancel: () => void;
};

/** The form that changes two-factor authentication, with password and code. */
export function SecondFactorChange(props: SecondFactorChangeProps) {
  return (
    <ConfirmForm
      {...props}
      name="second_factor_change"
      id="second-factor-change"
      failed="Couldn't change two-factor authentication. Try again."
      password={{ label: "Your password" }}
      busy="Checking..."
    >
      {(field) => (
        <TextField
          {...field("code")}
          label="Code"
          hint="The six-digit code from your app. It works for half a minute after the app shows the next one."
          autoComplete="one-time-code"
          isVerbatim
        />
      )}
    </ConfirmForm>
  );
}
