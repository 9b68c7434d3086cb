import { useQueryClient } from "@tanstack/react-query";
import type { MouseEvent, ReactNode } from "react";
import { type Application, applicationQueries } from "../../../api/applications";
import { messageOf } from "../../../api/errors";
import { notifyError } from "../../../ui/toast/toast";

/** Milliseconds after which a link is renewed before it is followed. It is valid for longer. */
const LINK_MAX_AGE = 60_000;

type CvLinkProps = {
  application: Application;
  className?: string | undefined;
  children: ReactNode;
};

/** A link that downloads an applicant's CV. */
export function CvLink({ application: { slug, cv_upload }, className, children }: CvLinkProps) {
  const client = useQueryClient();

  async function renew(event: MouseEvent<HTMLAnchorElement>) {
    const query = applicationQueries.record(slug);
    const loadedAt = client.getQueryState(query.queryKey)?.dataUpdatedAt ?? 0;
    if (Date.now() - loadedAt < LINK_MAX_AGE) return;
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
    <a className={className} href={cv_upload} onClick={(event) => void renew(event)}>
      {children}
    </a>
  );
}
