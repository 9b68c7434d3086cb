import type { FocusEvent } from "react";
import { type Id, toast, ToastContainer } from "react-toastify/unstyled";
import { mainId } from "../Main";

/** How long a toast with a button stays, and one with a list, in milliseconds. */
const CLOSE_BUTTON_AFTER = 10_000;
const CLOSE_LIST_AFTER = 30_000;

/**
 * Shows the toasts. In the same chunk as what adds them, so that they can be shown without a network
 * once it is loaded. One with the focus stays, as the library does for one under the pointer.
 */
export function ToastList() {
  return (
    <div
      onFocus={(event) => toast.pause(toastOf(event))}
      onBlur={(event) => toast.play(toastOf(event))}
    >
      <ToastContainer
        position="top-right"
        autoClose={3000}
        theme="light"
        newestOnTop
        // No alert role: the container is live, and each toast would be announced twice.
        role="group"
      />
    </div>
  );
}

/** The library writes the id of a toast on its element. */
const toastOf = ({ target }: FocusEvent) => {
  const id = target.closest(".Toastify__toast")?.id;
  return id === undefined ? {} : { id };
};

/**
 * Shows a message, once at a time. Isolated: names and the messages of servers can have any direction.
 */
export function notify(type: "success" | "error" | "info", message: string): void {
  toast[type](<bdi>{message}</bdi>, { toastId: message });
}

/** Shows an error. */
export const notifyError = (message: string) => notify("error", message);

type ActionToast = {
  type: "success" | "error";
  message: string;
  /** A list below the message. */
  details?: readonly string[];
  action?: { label: string; run: () => void } | undefined;
};

let shown: Id | undefined;

/** Shows the result of an action instead of the previous one. */
export function showActionToast({ type, message, details = [], action }: ActionToast): void {
  // Without an id it would close all toasts.
  if (shown !== undefined) toast.dismiss(shown);
  const closeAfter = details.length > 0 ? CLOSE_LIST_AFTER : action && CLOSE_BUTTON_AFTER;

  function run(id: Id) {
    // The button goes, and would take the focus with it.
    document.getElementById(mainId)?.focus({ preventScroll: true });
    toast.dismiss(id);
    action?.run();
  }

  shown = toast[type](
    // One element, because a toast lays out its children in a row.
    ({ toastProps: { toastId: id } }) => (
      <div>
        <bdi>{message}</bdi>
        {action && (
          <>
            {" · "}
            <button type="button" className="toast-action" onClick={() => run(id)}>
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
      </div>
    ),
    closeAfter === undefined ? {} : { autoClose: closeAfter },
  );
}
