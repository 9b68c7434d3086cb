import type { ComponentProps } from "react";
import { useLocation } from "../../router";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";

type ContactButtonProps = Pick<ComponentProps<typeof ButtonLink>, "size" | "className">;

/** The last of the bar's and the menu's links, in the shape of a button. */
export function ContactButton(props: ContactButtonProps) {
  const here = useLocation().pathname === paths.contact;
  return (
    <ButtonLink {...props} to={paths.contact} aria-current={here ? "page" : undefined}>
      Contact Us
    </ButtonLink>
  );
}
