import type { ReactNode } from "react";
import styles from "./Notice.module.css";

type NoticeProps = {
  title: string;
  /** "alert" for what went wrong, "status" for what merely is so. */
  role: "alert" | "status";
  /** Whether it stands for the whole page, whose heading it then is. */
  page?: boolean;
  text?: string;
  children?: ReactNode;
};

/** A sentence in place of content, with a way on. */
export function Notice({ title, role, page = false, text, children }: NoticeProps) {
  const Title = page ? "h1" : "p";
  return (
    <div className={styles.notice} role={role}>
      <Title className={styles.title}>{title}</Title>
      {text && <p>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
