import styles from "./ApplicationForm.module.css";

/** The progress of an upload, from 0 to 1. */
export function UploadProgress({ part }: { part: number }) {
  return (
    <div className={styles.progress}>
      <progress aria-label="Upload" max={1} value={part} />
      <p aria-hidden="true">
        {part < 1 ? `Uploading, ${Math.round(part * 100)}%` : "Waiting for the server"}
      </p>
    </div>
  );
}
