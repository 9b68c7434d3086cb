import { useLocation } from "react-router-dom";
import type { Consultation } from "../../api/consultation";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Moment } from "../../ui/Moment";
import styles from "./ConsultationTable.module.css";

/** The rows of a list. On a narrow screen each becomes a card, so the roles are spelled out. */
export function ConsultationTable({ consultations }: { consultations: Consultation[] }) {
  const { pathname, search } = useLocation();
  return (
    <table className={styles.table} role="table" aria-labelledby="consultations">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader">Full Name</th>
          <th role="columnheader">Email</th>
          <th role="columnheader">Referral</th>
          <th role="columnheader">Submitted At</th>
          <th role="columnheader">Action</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {consultations.map(({ slug, full_name, email, referral, submitted_at }) => (
          <tr key={slug} role="row">
            <td role="cell" className={styles.name}>
              {full_name}
            </td>
            <td role="cell">{email}</td>
            <td role="cell" data-label="Referral">
              {referral ?? <None />}
            </td>
            <td role="cell" data-label="Submitted At" className={styles.moment}>
              <Moment iso={submitted_at} />
            </td>
            <td role="cell" className={styles.action}>
              <ButtonLink
                to={paths.consultation(slug)}
                state={{ list: pathname + search }}
                aria-label={`View ${full_name}`}
                tone="quiet"
                size="s"
              >
                View
              </ButtonLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function None() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">none</span>
    </>
  );
}
