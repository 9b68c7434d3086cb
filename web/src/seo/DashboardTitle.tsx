import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from "react";
import { Seo } from "./Seo";
import { site } from "../content/site";

const FRAME = `Dashboard | ${site.name}`;

const TitleContext = createContext<(title: string) => void>(() => undefined);

/**
 * Renders the title of the dashboard, which a `DashboardTitle` among its children replaces. A
 * document with two title elements has the title of the first, and React does not promise which.
 */
export function DashboardTitleProvider({ children }: { children: ReactNode }) {
  const [title, setTitle] = useState(FRAME);
  return (
    <>
      <Seo title={title} />
      <TitleContext value={setTitle}>{children}</TitleContext>
    </>
  );
}

type DashboardTitleProps = {
  /** The title of the page. */
  name: string;
  /** New records, visible in the tab while another one is open. */
  count?: string | undefined;
};

/** Titles a dashboard page while it is rendered. */
export function DashboardTitle({ name, count }: DashboardTitleProps) {
  const setTitle = useContext(TitleContext);
  const title = `${count ? `(${count}) ` : ""}${name} | ${FRAME}`;
  useLayoutEffect(() => {
    setTitle(title);
    return () => setTitle(FRAME);
  }, [setTitle, title]);
  return null;
}
