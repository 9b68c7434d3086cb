import type { ComponentProps } from "react";

type ExternalLinkProps = Omit<ComponentProps<"a">, "target" | "rel"> & {
  /** What the link opens, for screen readers. */
  opens?: string;
};

/** A link to another site. Opens a new tab, and says so to screen readers. */
export function ExternalLink({ opens, children, ...rest }: ExternalLinkProps) {
  return (
    <a {...rest} target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden">{` (${opens ? `${opens}, ` : ""}opens in a new tab)`}</span>
    </a>
  );
}
