import { application } from "~/content/application";
import styles from "./ApplicationForm.module.css";

/** The progress of an upload, from 0 to 1. */
export function UploadProgress({ part }: { part: number }) {
  const { label, progress, waiting } = application.upload;
  return (
    <div className={styles.progress}>
      <progress aria-label={label} max={1} value={part} />
      <p aria-hidden="true">{part < 1 ? progress(Math.round(part * 100)) : waiting}</p>
    </div>
  );
}
