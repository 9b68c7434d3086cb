import { useEffect } from "react";
import { toast, ToastContainer } from "react-toastify/unstyled";
import { mainId } from "../Main";
import { drainToasts, subscribeToToasts, type Toast } from "./toast";
import "react-toastify/ReactToastify.css";
import "./toasts.css";

/** How long a toast stays, in milliseconds: with a message alone, with a button, and with a list. */
const CLOSE_AFTER = 3000;
const CLOSE_BUTTON_AFTER = 10_000;
const CLOSE_LIST_AFTER = 30_000;

/** The toasts themselves. */
export function ToastList() {
  useEffect(() => subscribeToToasts(() => drainToasts().forEach(show)), []);
  return (
    <ToastContainer
      position="top-right"
      autoClose={CLOSE_AFTER}
      theme="light"
      newestOnTop
      // No alert role: the surrounding region is live, and each toast would be announced twice.
      role="group"
    />
  );
}

/** The one toast with a button: a later one takes its place. */
let lastId = "none";
let count = 0;

function show({ kind, message, details = [], action, replaces = false }: Toast) {
  if (!action && details.length === 0 && !replaces) {
    toast[kind](<bdi>{message}</bdi>, { toastId: message });
    return;
  }
  const autoClose =
    details.length > 0 ? CLOSE_LIST_AFTER : action ? CLOSE_BUTTON_AFTER : CLOSE_AFTER;
  toast.dismiss(lastId);
  count += 1;
  const id = `with-button-${count}`;
  lastId = id;

  function run() {
    // The button goes, and would take the focus with it.
    document.getElementById(mainId)?.focus({ preventScroll: true });
    toast.dismiss(id);
    action?.run();
  }

  toast[kind](
    <div onFocus={() => toast.pause({ id })} onBlur={() => toast.play({ id })}>
      <bdi>{message}</bdi>
      {action && (
        <>
          {" · "}
          <button type="button" className="toast-action" onClick={run}>
            {action.label}
          </button>
        </>
      )}
      {details.length > 0 && (
        <ul className="toast-details">
          {details.map((detail) => (
            <li key={detail}>
              <bdi>{detail}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>,
    { toastId: id, autoClose },
  );
}
