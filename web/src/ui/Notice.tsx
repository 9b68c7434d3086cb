import type { ReactNode } from "react";
import { classNames } from "./styles/class-names";
import styles from "./Notice.module.css";

type NoticeProps = {
  title: string;
  /** "alert" for errors, "status" for information. */
  role: "alert" | "status";
  /** Whether the notice replaces the whole page and provides its heading. */
  page?: boolean;
  text?: string;
  children?: ReactNode;
};

/** A message in place of content, with an optional action. */
export function Notice({ title, role, page = false, text, children }: NoticeProps) {
  const Title = page ? "h1" : "p";
  return (
    <div role={role}>
      <div className={classNames("announced", styles.notice)}>
        <Title className={styles.title}>{title}</Title>
        {text && <p>{text}</p>}
        {children && <div className={styles.actions}>{children}</div>}
      </div>
    </div>
  );
}
