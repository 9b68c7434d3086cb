import arrow from "bootstrap-icons/icons/arrow-left.svg?raw";
import reply from "bootstrap-icons/icons/reply.svg?raw";
import type { Consultation } from "../../api/consultation";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Moment } from "../../ui/Moment";
import { notifyInfo } from "../../ui/toast";
import styles from "./ConsultationRecord.module.css";

type ConsultationRecordProps = { consultation: Consultation; back: () => void };

/** What a visitor has sent. */
export function ConsultationRecord({ consultation, back }: ConsultationRecordProps) {
  const { full_name, email, referral, submitted_at, message } = consultation;
  return (
    <article className={styles.article} aria-labelledby="consultation">
      <header className={styles.head}>
        <Button tone="quiet" size="s" onClick={back}>
          <Icon svg={arrow} /> Back
        </Button>
        <Button size="s" onClick={() => notifyInfo("Reply functionality coming soon!")}>
          <Icon svg={reply} /> Reply
        </Button>
      </header>
      <div className={styles.card}>
        <h1 id="consultation">Consultation</h1>
        <dl className={styles.facts}>
          <div>
            <dt>Full Name</dt>
            <dd>{full_name}</dd>
          </div>
          <div>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>{email}</a>
            </dd>
          </div>
          <div>
            <dt>Referral</dt>
            <dd>{referral ?? "None given"}</dd>
          </div>
          <div>
            <dt>Submitted At</dt>
            <dd>
              <Moment iso={submitted_at} />
            </dd>
          </div>
          <div className={styles.message}>
            <dt>Message</dt>
            <dd>{message}</dd>
          </div>
        </dl>
      </div>
    </article>
  );
}
