import { Outlet } from "react-router-dom";
import { Main } from "../../ui/Main";
import { Footer } from "./Footer";
import { Header } from "./Header";

/** The frame of all public pages. */
export function PublicLayout() {
  return (
    <>
      <Header />
      <Main>
        <Outlet />
      </Main>
      <Footer />
    </>
  );
}
