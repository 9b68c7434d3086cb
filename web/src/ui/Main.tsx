import type { ReactNode } from "react";

/** The id of the main landmark. */
export const mainId = "main";

/** The main landmark. Focusable, so that a new page is announced. */
export function Main({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <main id={mainId} tabIndex={-1} className={className}>
      {children}
    </main>
  );
}
