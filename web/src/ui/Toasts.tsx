import { ToastContainer } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import "./toasts.css";

/** The live region that all toasts appear in. */
export function Toasts() {
  return <ToastContainer position="top-right" autoClose={3000} theme="light" newestOnTop />;
}
