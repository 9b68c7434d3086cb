import { useQuery } from "@tanstack/react-query";
import { confirmSecondFactor, type SecondFactorSetup, sessionsQuery } from "~/api/account";
import { OtherSessions } from "./OtherSessions";
import { SecondFactorChange } from "./SecondFactorChange";
import { SecondFactorSetupView } from "./SecondFactorSetupView";

type SecondFactorConfirmProps = {
  username: string;
  setup: SecondFactorSetup;
  /** Receives the recovery codes after the change. */
  confirmed: (codes: string[]) => void;
  cancel: () => void;
};

/** The sessions that were started without the new secret, the secret, and the form that confirms it. */
export function SecondFactorConfirm(props: SecondFactorConfirmProps) {
  const { username, setup, confirmed, cancel } = props;
  const { data } = useQuery(sessionsQuery);
  const others = data?.filter(({ current }) => !current) ?? [];
  return (
    <>
      {others.length > 0 && <OtherSessions sessions={others} />}
      <SecondFactorSetupView setup={setup} />
      <SecondFactorChange
        username={username}
        send={async (form) => confirmed(await confirmSecondFactor({ ...form, setup: setup.setup }))}
        successMessage="Two-factor authentication is on."
        action="Turn on"
        cancel={cancel}
      />
    </>
  );
}
