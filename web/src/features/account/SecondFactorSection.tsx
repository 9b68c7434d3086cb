import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import {
  type Account,
  accountQuery,
  beginSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
  type SecondFactorSetup,
} from "~/api/account";
import { messageOf } from "~/api/errors";
import { Button } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import { DateTime } from "~/ui/format/DateTime";
import layout from "~/ui/layout/facts.module.css";
import { notifyError } from "~/ui/toast/toast";
import { FormFailure } from "~/ui/form/FormFailure";
import styles from "./Account.module.css";
import { forgetNewCodes, keepNewCodes, newCodesQuery, RecoveryCodes } from "./RecoveryCodes";
import { SecondFactorChange } from "./SecondFactorChange";
import { SecondFactorConfirm } from "./SecondFactorConfirm";

/** The step of two-factor authentication that is open. */
type Doing =
  | { what: "nothing"; failure?: string }
  | { what: "beginning" | "ending" | "renewing" }
  | { what: "confirming"; setup: SecondFactorSetup };

/** Turns two-factor authentication on and off, and replaces its recovery codes. */
export function SecondFactorSection({ account }: { account: Account }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const client = useQueryClient();
  const [doing, setDoing] = useState<Doing>({ what: "nothing" });
  const { data: codes } = useQuery(newCodesQuery);
  const { username, second_factor_at, recovery_codes_left } = account;

  function turn(next: Doing) {
    setDoing(next);
    // The pressed button is removed, so the focus would be lost.
    heading.current?.focus();
  }

  function endStep(failure?: string) {
    turn({ what: "nothing", ...(failure && { failure }) });
    // Includes the sessions and the activity log.
    void client.invalidateQueries({ queryKey: accountQuery.queryKey });
  }

  function showCodes(created: string[]) {
    keepNewCodes(client, created);
    endStep();
  }

  async function begin() {
    setDoing({ what: "beginning" });
    try {
      turn({ what: "confirming", setup: await beginSecondFactor() });
    } catch (error) {
      const failure = messageOf(error, "Couldn't set up two-factor authentication. Try again.");
      notifyError(failure);
      // It may have been turned on elsewhere.
      endStep(failure);
    }
  }

  const leave = () => turn({ what: "nothing" });
  return (
    <section className={classNames(layout.card, styles.card)} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        Two-factor authentication
      </h2>
      {codes && (
        <RecoveryCodes
          username={username}
          codes={codes}
          done={() => {
            void forgetNewCodes(client);
            leave();
          }}
        />
      )}
      {doing.what === "confirming" && (
        <SecondFactorConfirm
          username={username}
          setup={doing.setup}
          confirmed={showCodes}
          cancel={leave}
        />
      )}
      {doing.what === "ending" && (
        <SecondFactorChange
          username={username}
          send={async (form) => {
            await endSecondFactor(form);
            endStep();
          }}
          successMessage="Two-factor authentication is off."
          action="Turn off"
          cancel={leave}
        />
      )}
      {doing.what === "renewing" && (
        <SecondFactorChange
          username={username}
          send={async (form) => showCodes(await renewRecoveryCodes(form))}
          successMessage="Your old recovery codes no longer work."
          action="Create new recovery codes"
          cancel={leave}
        />
      )}
      {!codes &&
        (doing.what === "nothing" || doing.what === "beginning") &&
        (second_factor_at ? (
          <>
            <p>
              On since <DateTime iso={second_factor_at} />.{" "}
              <span>{codesLeft(recovery_codes_left)}</span>
            </p>
            <div className={styles.actions}>
              <Button tone="outline" size="s" onClick={() => turn({ what: "renewing" })}>
                New recovery codes
              </Button>
              <Button tone="outline" size="s" onClick={() => turn({ what: "ending" })}>
                Turn off
              </Button>
            </div>
          </>
        ) : (
          <>
            <p>
              Off. Turn it on to sign in with a code from an authenticator app as well as your
              password.
            </p>
            <Button
              tone="outline"
              size="s"
              className={styles.start}
              busy={doing.what === "beginning"}
              onClick={() => void begin()}
            >
              Set up
            </Button>
            <FormFailure reason={doing.what === "nothing" ? doing.failure : undefined} />
          </>
        ))}
    </section>
  );
}

function codesLeft(count: number): string {
  if (count === 1) return "One recovery code is left.";
  return `${count || "No"} recovery codes are left.`;
}
