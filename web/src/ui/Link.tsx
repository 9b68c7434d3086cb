import { type ComponentProps, type MouseEvent, useTransition } from "react";
import { type To, useHref, useLinkClickHandler, useLocation } from "../router";

type LinkProps = Omit<ComponentProps<"a">, "href" | "target"> & {
  to: To;
  /** State for the target page. */
  state?: unknown;
};

/** A link to another page of the site. Smaller than the router's own component. */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state });
  // Pending until the target page is rendered.
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
  /** Whether pages below the address do not count as current. */
  end?: boolean;
};

/** A link that marks the current page. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const here = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link aria-current={here ? "page" : undefined} {...rest} />;
}
