import styles from "./ApplicationForm.module.css";

const percent = new Intl.NumberFormat("en-US", { style: "percent" });

/** How much of an application has gone, from 0 to 1. */
export function UploadProgress({ part }: { part: number }) {
  return (
    <div className={styles.progress}>
      <progress aria-label="Upload" max={1} value={part} />
      <p aria-hidden="true">
        {part < 1 ? `Uploading, ${percent.format(part)}` : "Waiting for the answer"}
      </p>
    </div>
  );
}
