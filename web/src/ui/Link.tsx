import { type MouseEvent, useTransition } from "react";
import {
  type LinkProps,
  Link as RouterLink,
  NavLink as RouterNavLink,
  useLinkClickHandler,
} from "react-router-dom";

/** The router's link, marked while the next page loads. */
export function Link(props: LinkProps) {
  return <RouterLink {...props} {...usePending(props)} />;
}

type NavLinkProps = Omit<LinkProps, "className" | "style"> & {
  className: string | undefined;
  /** Whether pages below the address do not count as current. */
  end?: boolean;
};

/**
 * The router's link that marks the current page, marked while the next page loads. Addresses are
 * case-sensitive, as on the server.
 */
export function NavLink({ className = "", ...props }: NavLinkProps) {
  return <RouterNavLink caseSensitive className={className} {...props} {...usePending(props)} />;
}

/** Follows the link in a transition, which is pending until the next page is rendered. */
function usePending({ to, replace, state, onClick }: LinkProps) {
  const options = replace === undefined ? { state } : { replace, state };
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, options);
  const [pending, startTransition] = useTransition();
  return {
    "data-pending": pending || undefined,
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      onClick?.(event);
      if (!event.defaultPrevented) startTransition(() => follow(event));
    },
  };
}
