import type { Forms } from "@rules/public.js";
import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { createToken } from "../../api/create-token";
import { hasStatus, messageOf } from "../../api/errors";
import { queryClient } from "../../api/query-client";
import { revokeToken } from "../../api/revoke-token";
import { beginSession, endSession } from "../../api/session";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/form/TextField";
import { RuleForm } from "../forms/RuleForm";
import type { FailureWords } from "../forms/useSending";
import { destination } from "./remembered-location";
import { useSessionElsewhere } from "./useSessionElsewhere";

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

  return (
    <RuleForm
      name="login"
      id="login"
      send={signIn}
      thanks="You Have Successfully Signed In!!"
      onSent={() => {
        redirect.current = setTimeout(proceed, REDIRECT_AFTER);
      }}
      explain={explain}
    >
      {({ field, sending }) => (
        <>
          <TextField {...field("username")} label="Username" autoComplete="username" />
          <TextField {...field("password")} label="Password" autoComplete="current-password" />
          <Button type="submit" disabled={sending}>
            {sending ? "Signing in..." : "Sign In"}
          </Button>
        </>
      )}
    </RuleForm>
  );
}

async function signIn(credentials: Forms["login"]): Promise<void> {
  const { access, refresh } = (await createToken(credentials)) ?? {};
  if (!access || !refresh) throw new Error("Invalid response from server");
  // Ended first, so that other tabs let go of whoever was signed in before.
  const former = endSession();
  queryClient.clear();
  beginSession({ access, refresh });
  // On the server too; what cannot be revoked now ends by itself.
  if (former) revokeToken(former).catch(() => undefined);
}

function explain(error: unknown): FailureWords {
  return {
    toast: hasStatus(error, 401) ? "Invalid Credentials" : messageOf(error, "Login failed"),
  };
}
