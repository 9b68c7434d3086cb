import type { ReactNode } from "react";

/** The id of the page's main part. */
export const mainId = "main";

/** The page's main part. It can take the focus, so that a new page is announced. */
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
