import paper from "bootstrap-icons/icons/file-earmark-text.svg?raw";
import { useState } from "react";
import type { Application } from "../../../api/applications";
import { Button } from "../../../ui/Button";
import { Modal } from "../../../ui/dialog/Modal";
import { Icon } from "../../../ui/Icon";
import { Marked } from "../list/search/Marked";
import recordStyles from "../record/SubmissionRecord.module.css";
import { CvLink } from "./CvLink";
import { CvPreview } from "./CvPreview";
import styles from "./CvPreview.module.css";
import { fileName } from "./file-name";

/** Shows an applicant's CV: a download link and, for a PDF, a button that previews it in a dialog. */
export function Cv({ application }: { application: Application }) {
  const [isOpen, setIsOpen] = useState(false);
  const name = fileName(application.cv_upload);
  // False on phones, which download PDFs. Undefined in browsers that may show them.
  const canPreview = name.toLowerCase().endsWith(".pdf") && navigator.pdfViewerEnabled !== false;
  const { pathname } = new URL(application.cv_upload, location.origin);
  return (
    <div className={styles.cv}>
      <CvLink application={application} className={recordStyles.file}>
        <Icon svg={paper} />{" "}
        <bdi>
          <Marked text={name} />
        </bdi>
      </CvLink>
      {canPreview && (
        <>
          <Button
            tone="quiet"
            size="s"
            aria-haspopup="dialog"
            aria-label={`Preview ${name}`}
            onClick={() => setIsOpen(true)}
          >
            Preview
          </Button>
          <Modal title={<bdi>{name}</bdi>} wide open={isOpen} onClose={() => setIsOpen(false)}>
            {isOpen && (
              <div className={styles.preview}>
                <CvPreview path={pathname} name={name} />
                {/* The focus also continues here after the frame. */}
                <CvLink application={application} className={styles.download}>
                  Download
                </CvLink>
              </div>
            )}
          </Modal>
        </>
      )}
    </div>
  );
}
