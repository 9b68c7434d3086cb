import paper from "bootstrap-icons/icons/file-earmark-text.svg?icon";
import { useEffect, useState } from "react";
import type { Application } from "~/api/applications";
import { publicRules } from "~/rules/load";
import { Button } from "~/ui/Button";
import { Modal } from "~/ui/dialog/Modal";
import { Icon } from "~/ui/Icon";
import { Marked } from "../shared/Marked";
import { CvLink } from "./CvLink";
import { CvPreview } from "./CvPreview";
import styles from "./CvPreview.module.css";
import { CvTab } from "./CvTab";
import { fileName } from "./file-name";

/** Shows an applicant's CV: a download link and, for a PDF, a button that previews it in a dialog. */
export function Cv({ application }: { application: Application }) {
  const path = application.cv_upload;
  const name = fileName(path);
  // False on phones, which download PDFs. Undefined in browsers that may show them.
  const canPreview = name.toLowerCase().endsWith(".pdf") && navigator.pdfViewerEnabled !== false;
  useEffect(() => {
    // The preview needs them, and tries again if this fails. The file itself is not loaded before the click.
    if (canPreview) publicRules.load().catch(() => undefined);
  }, [canPreview]);
  return (
    <div className={styles.cv}>
      <CvLink path={path} name={name} className={styles.file}>
        <Icon svg={paper} />{" "}
        <bdi>
          <Marked text={name} />
        </bdi>
      </CvLink>
      {canPreview &&
        (framesShowOnePage() ? (
          <CvTab {...{ path, name }} />
        ) : (
          <PreviewButton {...{ path, name }} />
        ))}
    </div>
  );
}

/** A button that shows a PDF in a dialog. */
function PreviewButton({ path, name }: { path: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
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
            <CvPreview path={path} name={name} />
            <footer className={styles.foot}>
              {/* Viewers keep the keys that are pressed in them. */}
              <p className={styles.keys}>Press Tab to leave the document, Esc to close.</p>
              <CvLink path={path} name={name}>
                Download
              </CvLink>
            </footer>
          </div>
        )}
      </Modal>
    </>
  );
}

/**
 * Returns whether frames show only the first page of a PDF, as in all browsers of iOS and iPadOS. An
 * iPad calls itself a Mac, but no Mac has a touch screen.
 */
function framesShowOnePage(): boolean {
  const { platform, maxTouchPoints } = navigator;
  return /^(iPhone|iPad|iPod)/.test(platform) || (platform === "MacIntel" && maxTouchPoints > 1);
}
