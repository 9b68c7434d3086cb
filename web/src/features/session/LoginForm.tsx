import type { FieldName, Forms } from "@rules/public.js";
import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { createToken } from "../../api/create-token";
import { hasStatus, messageOf, refusedFields } from "../../api/errors";
import { queryClient } from "../../api/query-client";
import { revokeToken } from "../../api/revoke-token";
import { beginSession, endSession } from "../../api/session";
import { formRules } from "../../rules/metadata";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/form/TextField";
import { type FormValues, type Outcome, useRuleForm } from "../../ui/form/useRuleForm";
import { notifyError, notifySuccess } from "../../ui/toast";
import styles from "./LoginForm.module.css";
import { destination } from "./remembered-location";
import { useSessionElsewhere } from "./useSessionElsewhere";

const fields = formRules.login;
const names = fields.map(({ name }) => name);

// Long enough to see that it worked.
const REDIRECT_AFTER = 100;

/** The form that signs an admin in. */
export function LoginForm() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const redirect = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(redirect.current), []);

  const proceed = useCallback(
    () => void navigate(destination(state), { replace: true }),
    [navigate, state],
  );
  useSessionElsewhere(state !== null, proceed);

  async function send(values: FormValues): Promise<Outcome> {
    try {
      const { access, refresh } = (await createToken(values as Forms["login"])) ?? {};
      if (!access || !refresh) {
        notifyError("Invalid response from server");
        return { status: "failed" };
      }
      // Ended first, so that other tabs let go of whoever was signed in before.
      const former = endSession();
      queryClient.clear();
      beginSession({ access, refresh });
      // On the server too; what cannot be revoked now ends by itself.
      if (former) revokeToken(former).catch(() => undefined);
    } catch (error) {
      const refused = refusedFields(error, names);
      if (refused) return { status: "refused", fields: refused };
      notifyError(hasStatus(error, 401) ? "Invalid Credentials" : messageOf(error, "Login failed"));
      return { status: "failed" };
    }
    notifySuccess("You Have Successfully Signed In!!");
    redirect.current = setTimeout(proceed, REDIRECT_AFTER);
    return { status: "sent" };
  }

  const { field, sending, formProps } = useRuleForm({
    id: "login",
    fields,
    check: (rules, values) => rules.checkForm("login", values as Forms["login"]),
    checkField: (rules, name, value) =>
      rules.checkField("login", name as FieldName<"login">, String(value)),
    send,
  });

  return (
    <form {...formProps} className={styles.form} method="post">
      <TextField {...field("username")} label="Username" autoComplete="username" />
      <TextField {...field("password")} label="Password" autoComplete="current-password" />
      <Button type="submit" disabled={sending}>
        {sending ? "Signing in..." : "Sign In"}
      </Button>
    </form>
  );
}
