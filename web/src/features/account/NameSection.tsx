import { useId } from "react";
import type { Account } from "~/api/account";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/facts.module.css";
import styles from "./Account.module.css";

/** The account's username, name and email address. */
export function NameSection({ account }: { account: Account }) {
  const heading = useId();
  const { username, first_name, last_name, email } = account;
  const name = `${first_name} ${last_name}`.trim();
  return (
    <section className={classNames(layout.card, styles.card)} aria-labelledby={heading}>
      <h2 id={heading}>Name</h2>
      <dl className={classNames(layout.facts, styles.facts)}>
        <Fact label="Username" value={username} />
        {name && <Fact label="Name" value={name} />}
        {email && <Fact label="Email" value={email} />}
      </dl>
    </section>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}
