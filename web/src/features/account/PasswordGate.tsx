import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { accountQuery } from "~/api/account";
import { paths } from "~/paths";
import { DateTime } from "~/ui/format/DateTime";
import { Link } from "~/ui/Link";
import { Banner } from "~/ui/Banner";

/** Shows when a temporary password expires. After that the server refuses all pages except the account. */
export function PasswordGate({ children }: { children: ReactNode }) {
  const { data } = useQuery(accountQuery);
  const { pathname } = useLocation();
  const isAccount = pathname === paths.account;
  if (data?.password_due && !isAccount) return <Navigate to={paths.account} replace />;
  return (
    <>
      {data?.password_due_at && (
        <Banner due={data.password_due}>
          {data.password_due ? (
            <span key="expired">
              Your temporary password has expired. Choose a new one to continue.
            </span>
          ) : (
            <span>
              Your temporary password expires on <DateTime iso={data.password_due_at} />.{" "}
              {isAccount && <span>Choose a new one below.</span>}
              {!isAccount && <Link to={paths.account}>Choose a new one</Link>}
            </span>
          )}
        </Banner>
      )}
      {children}
    </>
  );
}
