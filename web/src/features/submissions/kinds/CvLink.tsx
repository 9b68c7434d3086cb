import paper from "bootstrap-icons/icons/file-earmark-text.svg?raw";
import { useQueryClient } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import { type Application, applicationQueries } from "../../../api/applications";
import { messageOf } from "../../../api/errors";
import { Icon } from "../../../ui/Icon";
import { notifyError } from "../../../ui/toast/toast";
import { fileName } from "./file-name";
import { Marked } from "../list/search/Marked";
import styles from "../record/SubmissionRecord.module.css";

/** How long a link may have been shown and still be followed as it is, in milliseconds. */
const FRESH = 60_000;

/** Leads to the applicant's file. The link is good for a short while, so an old one is renewed first. */
export function CvLink({ application: { slug, cv_upload } }: { application: Application }) {
  const client = useQueryClient();

  async function renew(event: MouseEvent<HTMLAnchorElement>) {
    const query = applicationQueries.record(slug);
    const shownAt = client.getQueryState(query.queryKey)?.dataUpdatedAt ?? 0;
    if (Date.now() - shownAt < FRESH) return;
    event.preventDefault();
    const link = event.currentTarget;
    try {
      link.href = (await client.fetchQuery(query)).cv_upload;
      link.click();
    } catch (error) {
      notifyError(messageOf(error, "Failed to load application details"));
    }
  }

  return (
    <a className={styles.file} href={cv_upload} onClick={(event) => void renew(event)}>
      <Icon svg={paper} />{" "}
      <bdi>
        <Marked text={fileName(cv_upload)} />
      </bdi>
    </a>
  );
}
