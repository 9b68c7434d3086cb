// The router, imported by this name everywhere: its package is named here alone.
export {
  BrowserRouter,
  MemoryRouter,
  matchRoutes,
  Navigate,
  NavigationType,
  Outlet,
  Route,
  Routes,
  StaticRouter,
  useHref,
  useLinkClickHandler,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useRoutes,
} from "react-router-dom";
export type { Location, RouteObject, To } from "react-router-dom";
