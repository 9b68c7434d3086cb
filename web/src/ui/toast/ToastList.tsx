import { useEffect } from "react";
import { toast, ToastContainer } from "react-toastify/unstyled";
import { subscribeToToasts, drainToasts } from "./toast";
import "react-toastify/ReactToastify.css";
import "./toasts.css";

/** The toasts. */
export function ToastList() {
  useEffect(
    () =>
      subscribeToToasts(() => {
        for (const { kind, message } of drainToasts()) {
          toast[kind](<bdi>{message}</bdi>, { toastId: message });
        }
      }),
    [],
  );
  return (
    <ToastContainer
      position="top-right"
      autoClose={3000}
      theme="light"
      newestOnTop
      // No alert role: the surrounding region is live, and each toast would be announced twice.
      role="group"
    />
  );
}
