import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "~/api/account";
import { describeRetry } from "~/api/failures";
import { RetryButton } from "~/ui/RetryButton";
import { Notice } from "~/ui/Notice";
import { Spinner } from "~/ui/Spinner";
import styles from "./Account.module.css";
import { EventsSection } from "./EventsSection";
import { NameSection } from "./NameSection";
import { PasswordSection } from "./PasswordSection";
import { SecondFactorSection } from "./SecondFactorSection";
import { SessionsSection } from "./SessionsSection";

/** The account of the signed-in user. */
export function AccountView() {
  const { data, error, failureReason, refetch } = useQuery(accountQuery);
  if (!data && error) {
    return (
      <Notice role="alert" title="Error loading your account">
        <RetryButton tone="outline" size="s" retry={() => void refetch()} />
      </Notice>
    );
  }
  if (!data)
    return <Spinner label="Loading your account" note={describeRetry({ failureReason })} />;
  return (
    <div className={styles.account}>
      <h1>Your account</h1>
      <NameSection account={data} />
      <PasswordSection username={data.username} />
      <SecondFactorSection account={data} />
      <SessionsSection username={data.username} />
      <EventsSection />
    </div>
  );
}
