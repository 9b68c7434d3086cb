import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { accountQuery } from "../../api/account";
import { paths } from "../../paths";
import { DateTime } from "../../ui/DateTime";
import { Link } from "../../ui/Link";
import { QuietLine } from "../../ui/QuietLine";

/**
 * Tells whoever has a printed password until when it is good. After that the account's page is the
 * only one: the server refuses all others.
 */
export function PasswordGate({ children }: { children: ReactNode }) {
  const { data } = useQuery(accountQuery);
  const { pathname } = useLocation();
  const isAccount = pathname === paths.account;
  if (data?.password_due && !isAccount) return <Navigate to={paths.account} replace />;
  return (
    <>
      {data?.password_due_at && (
        <QuietLine due={data.password_due}>
          {data.password_due ? (
            "The password that you were given is 30 days old. Choose one of your own, and everything opens again."
          ) : (
            <>
              The password that you were given is good until <DateTime iso={data.password_due_at} />
              . {isAccount ? "Choose one of your own below." : null}
              {!isAccount && <Link to={paths.account}>Choose one of your own</Link>}
            </>
          )}
        </QuietLine>
      )}
      {children}
    </>
  );
}
