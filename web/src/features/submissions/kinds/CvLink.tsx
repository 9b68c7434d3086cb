import { type MouseEvent, type ReactNode, useRef } from "react";
import { type Application, applicationQueries } from "../../../api/applications";
import { nowSeconds } from "../../../api/clock";
import { messageOf } from "../../../api/errors";
import { notifyError } from "../../../ui/toast/toast";

/** How long before it expires a link is renewed, in seconds. */
const RENEWAL_MARGIN_SECONDS = 60;

type CvLinkProps = {
  application: Application;
  className?: string | undefined;
  children: ReactNode;
};

/** A link that downloads an applicant's CV. One that expires soon is renewed before it is followed. */
export function CvLink({ application: { slug, cv_upload }, className, children }: CvLinkProps) {
  const renewed = useRef("");

  async function renew(event: MouseEvent<HTMLAnchorElement>) {
    const link = event.currentTarget;
    const remaining = expiresAt(link.href) - nowSeconds();
    if (remaining > RENEWAL_MARGIN_SECONDS || link.href === renewed.current) return;
    event.preventDefault();
    try {
      link.href = (await applicationQueries.readAgain(slug)).cv_upload;
      renewed.current = link.href;
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

/** Returns when a link expires, in seconds since 1970; never if it does not say. */
function expiresAt(link: string): number {
  return Number(new URL(link).searchParams.get("expires") ?? Infinity);
}
