import type { ComponentProps } from "react";
import { useLocation } from "react-router-dom";
import { common } from "~/content/common";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/Button";

type ContactButtonProps = Pick<ComponentProps<typeof ButtonLink>, "size" | "className">;

/** The contact link at the end of the bar and of the menu, styled as a button. */
export function ContactButton(props: ContactButtonProps) {
  const here = useLocation().pathname === paths.contact;
  return (
    <ButtonLink {...props} to={paths.contact} aria-current={here ? "page" : undefined}>
      {common.contactUs}
    </ButtonLink>
  );
}
