import { type ComponentProps, type MouseEvent, useTransition } from "react";
import { type To, useHref, useLinkClickHandler, useLocation } from "../router";

type LinkProps = Omit<ComponentProps<"a">, "href" | "target"> & {
  to: To;
  /** What the page at the address is told beside it. */
  state?: unknown;
};

/** A link to another page of the site. The library's own brings its framework along. */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state });
  // Lasts until the page at the address is shown.
  const [pending, navigate] = useTransition();
  function click(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!event.defaultPrevented) navigate(() => follow(event));
  }
  return (
    <a {...rest} href={useHref(to)} data-pending={pending || undefined} onClick={click}>
      {children}
    </a>
  );
}

type NavLinkProps = Omit<LinkProps, "to"> & {
  to: string;
  /** Whether the pages below the address are other places. */
  end?: boolean;
};

/** A link that tells when it leads to where the visitor is. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const here = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link aria-current={here ? "page" : undefined} {...rest} />;
}
